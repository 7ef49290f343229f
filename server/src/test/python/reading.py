"""Loads, includes, lists."""

from suite import Order, User, equal, load, save, scenario, users


@scenario("many ids load at once, with null for those that are missing")
def many(context):
    [one, two] = save(context.store, *users(2))
    with context.store.open_session() as session:
        found = session.load([one, "users/none", two], User)
        equal(session.advanced.number_of_requests, 1)
    equal([found[one].name, found["users/none"], found[two].name], ["user 1", None, "user 2"])


@scenario("so many ids that they do not fit into a URL load by POST")
def by_post(context):
    keys = [f"users/{'x' * 100}/{i}" for i in range(200)]
    with context.store.open_session() as session:
        for key in keys:
            session.store(User(key[-3:]), key)
        session.save_changes()
    with context.store.open_session() as session:
        found = session.load(keys, User)
    equal([found[key].name for key in keys], [key[-3:] for key in keys])


@scenario("an include brings the referred document in the same request")
def include(context):
    [one, two] = save(context.store, *users(2))
    [order] = save(context.store, Order(one, [{"seller": two}]))
    with context.store.open_session() as session:
        session.include("user_id").include("items[].seller").load(order, Order)
        equal(session.load(one, User).name, "user 1")
        equal(session.load(two, User).name, "user 2")
        equal(session.advanced.number_of_requests, 1)


@scenario("a prefix is read page by page, in the order of ids, and filtered")
def prefix(context):
    with context.store.open_session() as session:
        for key in ("b/3", "a/1", "b/1", "b/2x", "b/20"):
            session.store(User(key), key)
        session.save_changes()

    def names(**asked):
        with context.store.open_session() as session:
            return [user.name for user in session.load_starting_with("b/", User, **asked)]

    equal(names(), ["b/1", "b/20", "b/2x", "b/3"])
    equal(names(start=1, page_size=2), ["b/20", "b/2x"])
    equal(names(matches="2*"), ["b/20", "b/2x"])
    equal(names(exclude="2*"), ["b/1", "b/3"])
    equal(names(start_after="b/20"), ["b/2x", "b/3"])


@scenario("members, numbers and own metadata come back as they were stored")
def as_stored(context):
    numbers = [9007199254740993, -9223372036854775808, 0.1, 1e300]
    with context.store.open_session() as session:
        order = Order("\u0000\n\"日本\" 🎉", [{"n": numbers, "none": None, "deep": {"er": [[], {}]}}])
        session.store(order, "orders/x")
        session.advanced.get_metadata_for(order)["Source"] = "import"
        session.save_changes()
    with context.store.open_session() as session:
        order = session.load("orders/x", Order)
        metadata = session.advanced.get_metadata_for(order)
        equal(order.user_id, "\u0000\n\"日本\" 🎉")
        equal(order.items, [{"n": numbers, "none": None, "deep": {"er": [[], {}]}}])
        equal((metadata["Source"], metadata["@collection"]), ("import", "Orders"))


@scenario("a conditional load answers nothing new until the document changes")
def conditional(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        vector = session.advanced.get_change_vector_for(session.load(key, User))
    with context.store.open_session() as session:
        same = session.advanced.conditional_load(key, vector, User)
        equal((same.entity, same.change_vector), (None, vector))
    save(context.store, User("Bob"), key=key)
    with context.store.open_session() as session:
        equal(session.advanced.conditional_load(key, vector, User).entity.name, "Bob")


@scenario("a cached document is confirmed until it changes")
def cached(context):
    [key] = save(context.store, User("Ann"))
    equal([load(context.store, key).name for _ in range(3)], ["Ann"] * 3)
    save(context.store, User("Bob"), key=key)
    equal(load(context.store, key).name, "Bob")


@scenario("exists answers without a document")
def exists(context):
    save(context.store, User("Ann"), key="users/ann")
    with context.store.open_session() as session:
        equal([session.advanced.exists("users/ann"), session.advanced.exists("users/none")], [True, False])


@scenario("known defect of the client: exists asks for another id where there is a hyphen in it")
def exists_of_a_hyphen(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        equal((key, session.advanced.exists(key)), ("users/1-A", False), "mended? then change docs/compatibility.md")
