"""How the client's HiLo generator and the server's counter work together."""

import re

from suite import User, equal, hilo_max, in_threads, save, scenario, users


@scenario("HiLo takes 32 numbers first and more when they are used up at once")
def doubles(context):
    save(context.store, *users(32))
    equal(hilo_max(context.store), 32)
    equal(save(context.store, User("Ann")), ["users/33-A"])
    equal(hilo_max(context.store), 96, "the second range is twice the first: 33 to 96")


@scenario("a closed store gives the unused end of its range back")
def returns(context):
    first = context.open_store()
    save(first, *users(2))
    equal(hilo_max(first), 32)
    context.close(first)
    equal(hilo_max(context.store), 2)
    equal(save(context.store, User("Ann")), ["users/3-A"])


@scenario("a range that is not the counter's latest does not come back")
def gap(context):
    first, second = context.open_store(), context.open_store()
    save(first, User("Ann"))
    save(second, User("Bob"))
    context.close(first)
    [key] = save(context.open_store(), User("Cid"))
    assert int(re.fullmatch(r"users/(\d+)-A", key)[1]) > 64, f"33 to 64 are taken, and 2 to 32 are a gap: {key}"


@scenario("two stores never make the same id")
def two_stores(context):
    stores = [context.open_store(), context.open_store()]
    made = in_threads(2, lambda i: [key for _ in range(10) for key in save(stores[i], *users(20))])
    keys = made[0] + made[1]
    equal((len(keys), len(set(keys))), (400, 400))


@scenario("a counter that somebody raised goes on above it")
def raised(context):
    with context.store.open_session() as session:
        session.store({"Max": 64}, "Raven/Hilo/users")
        session.save_changes()
    equal(save(context.store, User("Ann")), ["users/65-A"])


@scenario("a counter that somebody lowered repeats no id of a client that runs")
def lowered(context):
    first = context.open_store()
    save(first, *users(3))
    with first.open_session() as session:
        session.load("Raven/Hilo/users", dict)["Max"] = 1
        session.save_changes()
    context.close(first)
    [key] = save(context.store, User("Ann"))
    assert int(re.fullmatch(r"users/(\d+)-A", key)[1]) > 3, key
