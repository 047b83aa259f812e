#!/usr/bin/env bash
# Inside the virtual Pi: make a gpiochip. Its lines are then at /run/gpio-sim/LABEL/sim_gpioLINE:
# write pull-down or pull-up to the file pull, read the level from the file value.
#   gpio_sim.sh NAME LABEL LINES [PREFIX]       with a PREFIX, line 4 is called PREFIX4
set -euo pipefail
chip=/sys/kernel/config/gpio-sim/$1 label=$2 lines=$3 prefix=${4:-}

mkdir -p "$chip/bank0"
echo "$lines" > "$chip/bank0/num_lines"
echo "$label" > "$chip/bank0/label"
if [ -n "$prefix" ]; then
    for ((line = 0; line < lines; line++)); do names+=("$chip/bank0/line$line"); done
    mkdir "${names[@]}"
    for ((line = 0; line < lines; line++)); do
        echo "$prefix$line" > "$chip/bank0/line$line/name"
    done
fi
echo 1 > "$chip/live"                   # here the chip appears

mkdir -p /run/gpio-sim
ln -s "/sys/devices/platform/$(cat "$chip/dev_name")/$(cat "$chip/bank0/chip_name")" \
    "/run/gpio-sim/$label"
