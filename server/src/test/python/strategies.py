"""Each way to name a document."""

import re
import uuid

from suite import User, equal, load, refused, save, scenario, users


@scenario("a semantic id is kept as the application wrote it")
def semantic(context):
    for key in ("users/ayende", "Ünï/çødé 日本", "a&b?c%d;e\\f", "x" * 512):
        equal(save(context.store, User("Oren"), key=key), [key])
        equal(load(context.store, key).name, "Oren")


@scenario("an empty id becomes a GUID made by the server")
def guid(context):
    with context.store.open_session() as session:
        user = User("Ann")
        session.store(user, "")
        session.save_changes()
        key = session.advanced.get_document_id(user)
    equal(str(uuid.UUID(key)), key, "a GUID in lower case")
    equal(load(context.store, key).name, "Ann")


@scenario("an id that ends with the separator is completed by the server, padded and tagged")
def server_side(context):
    with context.store.open_session() as session:
        made = users(3)
        for user in made:
            session.store(user, "users/")
        session.save_changes()
        keys = [session.advanced.get_document_id(user) for user in made]
    for key in keys:
        assert re.fullmatch(r"users/\d{19}-A", key), key
    equal(keys, sorted(set(keys)), "increasing, each once")


@scenario("an id that ends with a bar becomes the next identity")
def identity(context):
    equal(save(context.store, User("Ann"), key="users|"), ["users/1"])
    equal(save(context.store, User("Bob"), key="users|"), ["users/2"])


@scenario("no id at all means HiLo: a number of the client's own range, with the node's tag")
def hilo(context):
    equal(save(context.store, *users(3)), ["users/1-A", "users/2-A", "users/3-A"])


@scenario("an id of more than 512 bytes is refused, with its number of bytes")
def too_long(context):
    told = refused(Exception, lambda: save(context.store, User("Ann"), key="é" * 257))
    assert "514" in told and "512" in told, told
