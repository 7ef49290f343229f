"""Does what a test asks with RavenDB's Python client: a line of words on standard input, a line of JSON as the answer.

The words are those of cutoff.mjs, which describes them.
"""

import json
import os
import sys
import time

from ravendb import DocumentStore
from ravendb.documents.operations.identities import NextIdentityForOperation

STORES = {}


class Note:
    def __init__(self, Stamp=None, Id=None):
        self.Stamp = Stamp
        self.Id = Id


def stored(session, notes):
    return {
        "ids": [session.advanced.get_document_id(note) for note in notes],
        "node": session.advanced.get_change_vector_for(notes[0]).split(":")[0],
    }


def open_store(name, url, database, way):
    store = DocumentStore(url, database)
    store.conventions.disable_topology_updates = way == "stay"
    store.initialize()
    STORES[name] = store
    return {}


def save(name, stamp, *kinds):
    with STORES[name].open_session() as session:
        notes = [Note(stamp) for _ in kinds]
        for note, kind in zip(notes, kinds):
            if kind == "hilo":
                session.store(note)
            else:
                session.store(note, "" if kind == "guid" else kind)
        session.save_changes()
        return stored(session, notes)


def change(name, key, stamp):
    with STORES[name].open_session() as session:
        note = session.load(key, Note)
        note.Stamp = stamp
        session.save_changes()
        return stored(session, [note])


def load(name, key):
    with STORES[name].open_session() as session:
        note = session.load(key, Note)
        return {"stamp": note.Stamp if note is not None else ""}


def delete(name, key):
    with STORES[name].open_session() as session:
        session.delete(key)
        session.save_changes()
        return {}


def identity(name):
    return {"number": STORES[name].maintenance.send(NextIdentityForOperation("turns"))}


def close(name):
    STORES[name].close()
    return {}


VERBS = {
    "open": open_store,
    "save": save,
    "change": change,
    "load": load,
    "delete": delete,
    "identity": identity,
    "close": close,
}

for line in sys.stdin:
    verb, *words = line.split()
    begun = time.monotonic()
    try:
        answer = VERBS[verb](*words)
    except BaseException as e:  # pylint: disable=broad-except
        answer = {"failure": f"{type(e).__name__}: {e}"}
    answer["millis"] = round((time.monotonic() - begun) * 1000)
    print(json.dumps(answer), flush=True)
# A store's threads are not daemons, and could hold the process.
sys.stdout.flush()
os._exit(0)
