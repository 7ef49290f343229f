"""What every scenario starts with: its own database, stores that are closed after it, and the list of all scenarios."""

import itertools
import os
import threading

from ravendb import DocumentStore
from ravendb.serverwide.database_record import DatabaseRecord
from ravendb.serverwide.operations.common import CreateDatabaseOperation


class Server:
    """Where the server answers, and over TLS: which certificates there are, and who uses the databases."""

    def __init__(self, url, prefix="python", certificates=None, caller="operator"):
        self.url = url
        self.prefix = prefix
        self.certificates = certificates
        self.caller = caller
        self._first = None

    def create(self, database):
        """Creates a database through one store for all scenarios: a new one each would take most of their time."""
        if self._first is None:
            self._first = self.store(database, caller="operator")
        self._first.maintenance.server.send(CreateDatabaseOperation(DatabaseRecord(database)))

    def certificate_of(self, caller):
        """Returns the file with a caller's certificate and key."""
        return os.path.join(self.certificates, caller + ".pem")

    def store(self, database, adjust=lambda conventions: None, caller=None):
        """Opens a store of the unmodified client; adjust may change its conventions first."""
        store = DocumentStore(self.url, database)
        if self.certificates is not None:
            store.certificate_pem_path = self.certificate_of(caller or self.caller)
            store.trust_store_path = self.certificate_of("trusted")
        adjust(store.conventions)
        store.initialize()
        return store


class Context:
    """What one scenario works with; everything it opened is closed after it."""

    _numbers = itertools.count(1)

    def __init__(self, server):
        self._server = server
        self._open = []
        self.database = None
        self.store = None

    def __enter__(self):
        self.database = self.create_database()
        self.store = self.open_store()
        return self

    def __exit__(self, *failure):
        for store in list(self._open):
            self.close(store)

    def create_database(self, name=None):
        """Has an operator create a database."""
        name = name or self.unused_name()
        self._server.create(name)
        return name

    def unused_name(self):
        """Returns a name that the access list can allow before it is taken."""
        return f"{self._server.prefix}-{next(Context._numbers)}"

    def certificate_of(self, caller):
        return self._server.certificate_of(caller)

    def open_store(self, database=None, adjust=lambda conventions: None, caller=None):
        """Opens a further store, as another process would; over TLS perhaps as another caller."""
        store = self._server.store(database or self.database, adjust, caller)
        self._open.append(store)
        return store

    def close(self, store):
        """Closes the store, which gives its unused ranges back."""
        self._open.remove(store)
        store.close()


SCENARIOS = []


def scenario(sentence):
    """Adds a function to the scenarios, under the sentence that verify/lab/reports/ravendb-clients.md has for it."""

    def add(function):
        SCENARIOS.append((sentence, function))
        return function

    return add


class User:
    """The entity of most scenarios: its collection is Users, its HiLo prefix users."""

    def __init__(self, name=None, Id=None):
        self.name = name
        self.Id = Id


class Order:
    """An entity that refers to users."""

    def __init__(self, user_id=None, items=None, Id=None):
        self.user_id = user_id
        self.items = items
        self.Id = Id


def users(count):
    return [User(f"user {i + 1}") for i in range(count)]


def save(store, *entities, key=None):
    """Stores the entities in one session, saves once, and returns their ids in the order given."""
    with store.open_session() as session:
        for entity in entities:
            session.store(entity, key) if key is not None else session.store(entity)
        session.save_changes()
        return [session.advanced.get_document_id(entity) for entity in entities]


def load(store, key, entity_type=User):
    with store.open_session() as session:
        return session.load(key, entity_type)


def hilo_max(store, tag="users"):
    """Reads the document that shows a counter of HiLo, and returns its Max."""
    with store.open_session() as session:
        return session.load(f"Raven/Hilo/{tag}", dict)["Max"]


def equal(actual, expected, what=""):
    if actual != expected:
        raise AssertionError(f"{what + ': ' if what else ''}expected {expected!r}, but was {actual!r}")


def refused(exception_type, call):
    """Runs the call, which must raise the exception, and returns its text."""
    try:
        call()
    except exception_type as e:
        return str(e)
    raise AssertionError(f"expected {exception_type.__name__}, but nothing was raised")


def in_threads(count, work):
    """Runs work(i) in so many threads that start at once, and returns what each returned; a failure fails the scenario."""
    results = [None] * count
    failures = []
    start = threading.Barrier(count)

    def run(i):
        try:
            start.wait(30)
            results[i] = work(i)
        except BaseException as e:  # pylint: disable=broad-except
            failures.append(e)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        if thread.is_alive():
            raise AssertionError("a thread did not end within 60 seconds")
    if failures:
        raise failures[0]
    return results
