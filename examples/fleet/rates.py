#!/usr/bin/env python3
"""Measures what a message costs a node and the server: a corpus is pushed to a server that has nothing of it, and then from
another directory, so that everything is read and nothing is sent.

    cargo build --release -p cargo-chiasma
    examples/fleet/rates.py target/release/cargo-chiasma PROJECT INPUTS

PROJECT is as for measure.py. Inputs have 300 choices, which takes about 1 kB each. Costs are processor time (user and system); what
building and hashing the executable takes is measured by a push of an empty corpus, and subtracted. Needs nats-server.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from server import processor_time, start_server

command, project, count = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
base = tempfile.mkdtemp(prefix="fleet-rates-")


def corpus(name, inputs):
    directory = os.path.join(base, name)
    os.makedirs(directory + "/corpus")
    for number, text in enumerate(inputs):
        with open(f"{directory}/corpus/{number:016x}.chi", "w") as file:
            file.write(text)
    return directory


def push(directory, url):
    """The processor seconds of a push, and what it says."""
    arguments = [command, "chiasma", "fleet", "push", url, "is_steady", "--campaign", "maze", "--json"]
    arguments += ["--corpus", directory + "/corpus", "--failures", directory + "/failures"]
    process = subprocess.Popen(arguments, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    said = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, status
    return used.ru_utime + used.ru_stime, said


try:
    server, url = start_server(base)
    chance = random.Random(1)
    text = lambda: "chiasma 1\n\nv:\n" + "".join(f"  int = {chance.randrange(60_000)}\n" for _ in range(300))
    inputs = [text() for _ in range(count)]
    push(corpus("none", []), url)  # builds, if need be
    fixed, _ = push(corpus("empty", []), url)
    before = processor_time(server.pid)
    first, said = push(corpus("one", inputs), url)
    status = subprocess.run([command, "chiasma", "fleet", "status", url, "--json"], cwd=project, capture_output=True)
    stored = json.loads(status.stdout)["campaigns"][0]["inputs"]
    # What was sent twice, because an acknowledgement was late, does not count as sent.
    assert stored == count and said["sent"] > 0.99 * count, (stored, said)
    between = processor_time(server.pid)
    second, said = push(corpus("two", inputs), url)
    assert said["sent"] == 0, said
    after = processor_time(server.pid)
    each = lambda seconds: f"{1e6 * seconds / count:.0f} us"
    print(f"fixed: {fixed:.2f} s; {count} inputs; said last: {said}")
    print(f"sent: node {each(first - fixed)} a message, server {each(between - before)}")
    print(f"read: node {each(second - fixed)} a message, server {each(after - between)}")
finally:
    server.kill()
    server.wait()
    shutil.rmtree(base, ignore_errors=True)
