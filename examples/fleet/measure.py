#!/usr/bin/env python3
"""Measures what a fleet brings and costs, on the maze of the tests, at equal numbers of runs.

    cargo build --release -p cargo-chiasma
    examples/fleet/measure.py target/release/cargo-chiasma PROJECT RUNS SEEDS [CONTENDERS]

CONTENDERS is a regular expression that their names begin with; all are measured without it.
PROJECT is a copy of crates/cargo-chiasma/tests/fixtures/maze that builds (the tests leave one in
target/fixtures-run/fleet; set CARGO_TARGET_DIR=target/fixtures). Every campaign is given a number of runs, not a time,
so that other work on the machine changes the time and not the result; costs are processor time (user and system): of
everything, and of the supervisors alone, where the exchange takes place. Needs nats-server.
"""

import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from server import processor_time, start_server

command, project, runs, seeds = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
wanted = sys.argv[5] if len(sys.argv) > 5 else ""
PROPERTY = "is_steady"
base = tempfile.mkdtemp(prefix="fleet-measure-")


class Campaign:
    """One supervisor, started at once; its cost is known when it has ended."""

    def __init__(self, executions, seed, workers=1, url=None):
        self.directory = tempfile.mkdtemp(dir=base)
        self.stats = os.path.join(self.directory, "stats")
        arguments = [command, "chiasma", "fuzz", PROPERTY, "--no-tui", "--seed", str(seed), "--timeout", "60s"]
        arguments += ["--executions", str(executions), "--workers", str(workers), "--stats", self.stats]
        arguments += ["--corpus", self.directory + "/corpus", "--failures", self.directory + "/failures"]
        if url:
            arguments += ["--fleet", url, "--campaign", "maze"]
        self.process = subprocess.Popen(arguments, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.threads = {}
        self.has_ended = threading.Event()
        self.watcher = threading.Thread(target=self.watch)
        self.watcher.start()

    def watch(self):
        """Notes the processor time of the supervisor's threads every 10 ms: some end before it does."""
        directory = f"/proc/{self.process.pid}/task"
        while not self.has_ended.wait(0.01):
            try:
                for thread in os.listdir(directory):
                    with open(f"{directory}/{thread}/schedstat") as stat:
                        self.threads[thread] = int(stat.read().split()[0])
            except OSError:
                pass

    def end(self):
        _, status, used = os.wait4(self.process.pid, 0)
        self.has_ended.set()
        self.watcher.join()
        self.own_seconds = sum(self.threads.values()) / 1e9
        assert os.waitstatus_to_exitcode(status) in (0, 1), status
        # Building, which comes first, is done: cargo only looks.
        self.seconds = used.ru_utime + used.ru_stime
        with open(self.stats) as lines:
            self.last = [json.loads(line) for line in lines][-1]
        assert self.last["kind"] == "final"
        return self


def edges(campaigns):
    """The edges of all corpora together."""
    union = tempfile.mkdtemp(dir=base)
    for campaign in campaigns:
        corpus = campaign.directory + "/corpus"
        for name in os.listdir(corpus):
            path = os.path.join(corpus, name)
            if os.path.isfile(path):
                shutil.copy(path, union)
    arguments = [command, "chiasma", "minimize", PROPERTY, "--dry-run", "--timeout", "60s", "--corpus", union]
    said = subprocess.run(arguments, cwd=project, capture_output=True, text=True)
    return int(re.search(r"edges: (\d+) before", said.stdout).group(1))


def campaign_of(executions, workers, nodes, with_fleet):
    """A contender: `nodes` supervisors of `workers` that make `executions` runs in all."""

    def run(seed):
        server, url = start_server(base) if with_fleet else (None, None)
        started = [Campaign(executions // nodes, 100 * seed + node, workers, url) for node in range(nodes)]
        campaigns = [campaign.end() for campaign in started]
        result = {"edges": edges(campaigns), "least edges of a node": min(edges([one]) for one in campaigns)}
        result["processor seconds"] = sum(campaign.seconds for campaign in campaigns)
        result["of supervisors"] = sum(campaign.own_seconds for campaign in campaigns)
        result["corpus"] = sum(campaign.last["corpus"] for campaign in campaigns)
        if server:
            exchanged = [campaign.last["exchange"] for campaign in campaigns]
            for name, of in [("kB sent", "bytes_sent"), ("kB received", "bytes_received")]:
                result[name] = sum(one[of] for one in exchanged) / 1e3
            for of in ["sent", "received", "duplicates"]:
                result[of] = sum(one[of] for one in exchanged)
            result["server's processor seconds"] = processor_time(server.pid)
            server.send_signal(signal.SIGKILL)
            server.wait()
        return result

    return run


contenders = {
    f"alone, {runs} runs": campaign_of(runs, 1, 1, False),
    f"a fleet of one, {runs} runs": campaign_of(runs, 1, 1, True),
    f"alone, {2 * runs} runs": campaign_of(2 * runs, 1, 1, False),
    f"2 workers of one supervisor, {2 * runs} runs": campaign_of(2 * runs, 2, 1, False),
    f"2 nodes, {2 * runs} runs": campaign_of(2 * runs, 1, 2, True),
    f"2 nodes that do not know each other, {2 * runs} runs": campaign_of(2 * runs, 1, 2, False),
    f"alone, {4 * runs} runs": campaign_of(4 * runs, 1, 1, False),
    f"4 nodes, {4 * runs} runs": campaign_of(4 * runs, 1, 4, True),
}
contenders = {name: contender for name, contender in contenders.items() if re.match(wanted, name)}
try:
    results = {name: [] for name in contenders}
    for seed in range(1, seeds + 1):
        for name, contender in contenders.items():
            results[name].append(contender(seed))
            print(seed, name, results[name][-1], flush=True)
    print(f"\nmedians of {seeds}")
    for name, trials in results.items():
        medians = {key: round(statistics.median(one[key] for one in trials), 3) for key in trials[0]}
        print(f"{name}: {medians}", flush=True)
finally:
    shutil.rmtree(base, ignore_errors=True)
