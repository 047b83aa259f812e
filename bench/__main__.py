"""``make bench``: every benchmark, a line each."""

from bench import referee_speed, start_up

for benchmark in (referee_speed, start_up):
    print(benchmark.report(), flush=True)
