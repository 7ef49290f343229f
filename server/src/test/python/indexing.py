"""How scenarios wait for indexes, and for what comes behind a reply."""

import time

from ravendb.documents.operations.statistics import GetStatisticsOperation

SECONDS_MAX = 60


def eventually(is_so, otherwise):
    """Asks again until it is so."""
    end = time.monotonic() + SECONDS_MAX
    while not is_so():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


def caught_up(store):
    """Waits until no index is stale, and none is about to replace another."""

    def no_index_is_stale():
        indexes = store.maintenance.send(GetStatisticsOperation()).indexes
        return bool(indexes) and not any(index.stale or index.name.startswith("ReplacementOf/") for index in indexes)

    eventually(no_index_is_stale, "an index is still stale")
