"""Runs all scenarios against one server and writes what each came to: run.py URL REPORT [--certificate PEM] [--authority PEM]

The report is a list of {"name", "file", "failure"}; no failure means that the scenario passed. The exit code is 1 if one failed.
"""

import argparse
import json
import os
import sys
import time
import traceback

import suite
import bulkinsert  # noqa: F401  Each of these adds its scenarios.
import configuration  # noqa: F401
import databases  # noqa: F401
import hilo  # noqa: F401
import identities  # noqa: F401
import lazies  # noqa: F401
import reading  # noqa: F401
import sessions  # noqa: F401
import strategies  # noqa: F401
import threads  # noqa: F401


def run(server, function):
    try:
        with suite.Context(server) as context:
            function(context)
        return None
    except BaseException:  # pylint: disable=broad-except
        return traceback.format_exc()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("report")
    parser.add_argument("--certificate", help="the client's certificate and key, PEM")
    parser.add_argument("--authority", help="the certificate that the server's is to be trusted by, PEM")
    arguments = parser.parse_args()
    server = suite.Server(arguments.url, arguments.certificate, arguments.authority)

    report = []
    for name, function in suite.SCENARIOS:
        started = time.monotonic()
        failure = run(server, function)
        print(f"{'failed' if failure else 'passed'} in {time.monotonic() - started:.2f} s: {name}", flush=True)
        report.append({"name": name, "file": function.__module__ + ".py", "failure": failure})
    with open(arguments.report, "w", encoding="utf-8") as file:
        json.dump(report, file)
    # A store's threads are not daemons: without this a failed scenario could hold the run.
    sys.stdout.flush()
    os._exit(1 if any(outcome["failure"] for outcome in report) else 0)


main()
