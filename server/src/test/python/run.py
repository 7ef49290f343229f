"""Runs all scenarios against one server and writes what each came to: run.py URL REPORT [--certificates DIR] [--caller NAME] [--only MODULE,...]

The report is a list of {"name", "file", "failure"}; no failure means that the scenario passed. The exit code is 1 if one failed.
"""

import argparse
import importlib
import json
import os
import sys
import time
import traceback

import suite

# Each of these adds its scenarios, in this order.
MODULES = "bulkinsert configuration databases hilo identities indexes lazies reading sessions strategies threads".split()


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
    parser.add_argument("--certificates", help="a folder with a PEM file for each caller, and trusted.pem for the server")
    parser.add_argument("--caller", default="operator", help="whose certificate the stores of the scenarios show")
    parser.add_argument("--only", default="", help="the modules to run; all but clearances, if it is left out")
    arguments = parser.parse_args()
    prefix = "-".join(["python", *filter(None, arguments.only.split(","))])
    server = suite.Server(arguments.url, prefix, arguments.certificates, arguments.caller)
    for module in arguments.only.split(",") if arguments.only else MODULES:
        importlib.import_module(module)

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
