"""``make bench``: every benchmark, a line each."""

from bench import (
    browser_speed,
    firmware_speed,
    journal_speed,
    odds_speed,
    pi_speed,
    referee_speed,
    screen_speed,
    simulation_speed,
    start_up,
    the_300_file_speed,
    web_speed,
)

for benchmark in (
    referee_speed,
    journal_speed,
    screen_speed,
    start_up,
    odds_speed,
    the_300_file_speed,
    simulation_speed,
    firmware_speed,
    pi_speed,
    web_speed,
    browser_speed,
):
    print(benchmark.report(), flush=True)
