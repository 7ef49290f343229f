"""Lazy operations: several requests in one."""

from suite import Order, User, equal, save, scenario, users


@scenario("a lazy load sends nothing before its value is asked for")
def nothing_before(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        lazily = session.advanced.lazily.load(key, User)
        equal(session.advanced.number_of_requests, 0)
        equal(lazily.value.name, "Ann")
        equal(session.advanced.number_of_requests, 1)


@scenario("several lazy loads travel in one request")
def together(context):
    [one, two] = save(context.store, *users(2))
    with context.store.open_session() as session:
        first, second = session.advanced.lazily.load(one, User), session.advanced.lazily.load(two, User)
        equal([first.value.name, second.value.name], ["user 1", "user 2"])
        equal(session.advanced.number_of_requests, 1)


@scenario("all pending lazy operations execute eagerly at once")
def eagerly(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        many = session.advanced.lazily.load([key, "users/none"], User)
        listed = session.advanced.lazily.load_starting_with("users/", User)
        session.advanced.eagerly.execute_all_pending_lazy_operations()
        equal(many.value[key].name, "Ann")
        equal(many.value["users/none"], None)
        equal([user.name for user in _values(listed.value)], ["Ann"])
        equal(session.advanced.number_of_requests, 1)


def _values(found):
    return found.values() if isinstance(found, dict) else found


@scenario("a lazy load of a missing document is null, and its neighbours load")
def missing(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        none, some = session.advanced.lazily.load("users/none", User), session.advanced.lazily.load(key, User)
        equal((none.value, some.value.name), (None, "Ann"))


@scenario("a lazy load brings the referred document in the same request")
def include(context):
    [key] = save(context.store, User("Ann"))
    [order] = save(context.store, Order(key))
    with context.store.open_session() as session:
        lazily = session.advanced.lazily.include("user_id").load([order], Order)
        equal(lazily.value[order].user_id, key)
        equal(session.load(key, User).name, "Ann")
        equal(session.advanced.number_of_requests, 1)


@scenario("a prefix is read lazily")
def prefix(context):
    save(context.store, *users(3))
    with context.store.open_session() as session:
        listed = session.advanced.lazily.load_starting_with("users/", User, page_size=2)
        equal([user.name for user in _values(listed.value)], ["user 1", "user 2"])


@scenario("a lazy conditional load answers nothing new until the document changes")
def conditional(context):
    [key] = save(context.store, User("Ann"))

    def name(vector):
        with context.store.open_session() as session:
            found = session.advanced.lazily.conditional_load(key, vector, User).value
            return found.entity and found.entity.name

    with context.store.open_session() as session:
        vector = session.advanced.get_change_vector_for(session.load(key, User))
    equal(name(vector), None)
    save(context.store, User("Bob"), key=key)
    equal(name(vector), "Bob")


@scenario("what was loaded lazily before is confirmed from the cache until it changes")
def cached(context):
    [key] = save(context.store, User("Ann"))

    def name():
        with context.store.open_session() as session:
            return session.advanced.lazily.load(key, User).value.name

    equal([name(), name()], ["Ann", "Ann"])
    save(context.store, User("Bob"), key=key)
    equal(name(), "Bob")
