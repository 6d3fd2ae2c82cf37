"""A NATS server on loopback, for measurements."""

import os
import shutil
import socket
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server(base):
    """Starts one with its files in a new directory in `base`; its process and its address."""
    port, store = free_port(), tempfile.mkdtemp(dir=base)
    program = shutil.which("nats-server") or "/usr/sbin/nats-server"
    arguments = [program, "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", store]
    server = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server, f"nats://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.01)


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as stat:
        words = stat.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
