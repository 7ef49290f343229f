"""Bulk inserts: one request, many documents."""

import re

from ravendb.documents.bulk_insert_operation import BulkInsertOptions
from ravendb.exceptions.raven_exceptions import RavenException
from ravendb.json.metadata_as_dictionary import MetadataAsDictionary
from suite import User, equal, load, refused, save, scenario, users


def insert(store, entities, key=None, options=None):
    """Inserts the entities, and returns the ids that the client knows."""
    with store.bulk_insert(options=options) as bulk:
        if key is None:
            return [bulk.store(entity) for entity in entities]
        for entity in entities:
            # The client's default argument is one dictionary for all calls, so each call has its own.
            bulk.store_as(entity, key, MetadataAsDictionary())
        return []


def listed(store, prefix):
    with store.open_session() as session:
        return session.load_starting_with(prefix, dict, page_size=10_000)


@scenario("a bulk insert numbers its documents from the client's own ranges")
def own_ranges(context):
    equal(insert(context.store, users(100)), [f"users/{i + 1}-A" for i in range(100)])
    equal(load(context.store, "users/100-A").name, "user 100")


@scenario("a bulk insert has the server complete ids")
def completed(context):
    insert(context.store, users(3), "users/")
    with context.store.open_session() as session:
        found = session.load_starting_with("users/", User)
        equal([user.name for user in found], ["user 1", "user 2", "user 3"])
        for user in found:
            key = session.advanced.get_document_id(user)
            assert re.fullmatch(r"users/\d{19}-A", key), key


@scenario("a bulk insert keeps semantic ids and overwrites what is there")
def overwrites(context):
    save(context.store, User("old"), key="users/ann")
    insert(context.store, [User("new")], "users/ann")
    equal(load(context.store, "users/ann").name, "new")


@scenario("a bulk insert leaves empty ids and identities to the client, which refuses them")
def left_to_the_client(context):
    refused(ValueError, lambda: insert(context.store, users(1), ""))
    refused(RuntimeError, lambda: insert(context.store, users(1), "users|"))
    equal(listed(context.store, "users"), [])


@scenario("a compressed bulk insert is read")
def compressed(context):
    insert(context.store, users(200), options=BulkInsertOptions(use_compression=True))
    equal(len(listed(context.store, "users/")), 200)


@scenario("a bulk insert that leaves unchanged documents alone keeps their change vectors")
def unchanged(context):
    def vector():
        with context.store.open_session() as session:
            return session.advanced.get_change_vector_for(session.load("users/ann", User))

    insert(context.store, [User("Ann")], "users/ann")
    before = vector()
    insert(context.store, [User("Ann")], "users/ann", BulkInsertOptions(skip_overwrite_if_unchanged=True))
    equal(vector(), before)
    insert(context.store, [User("Bob")], "users/ann", BulkInsertOptions(skip_overwrite_if_unchanged=True))
    assert vector() != before


@scenario("a bulk insert that meets a bad command fails, and keeps what came before")
def bad(context):
    def work():
        with context.store.bulk_insert() as bulk:
            bulk.store_as(User("Ann"), "users/ann", MetadataAsDictionary())
            bulk.store_as(User("Bob"), "x" * 513, MetadataAsDictionary())

    refused(RavenException, work)
    equal(load(context.store, "users/ann").name, "Ann")
