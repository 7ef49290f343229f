"""What a session promises: changes, concurrency, batches."""

from ravendb.documents.commands.batches import DeleteCommandData, PutCommandDataBase, SingleNodeBatchCommand
from ravendb.documents.session.misc import OptimisticConcurrencyMode, SessionOptions
from ravendb.exceptions.raven_exceptions import ConcurrencyException
from suite import User, equal, load, refused, save, scenario, users


@scenario("optimistic concurrency refuses the later of two changes")
def lost_update(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as early, context.store.open_session() as late:
        late.advanced.use_optimistic_concurrency = True
        late.load(key, User).name = "late"
        early.load(key, User).name = "early"
        early.save_changes()
        refused(ConcurrencyException, late.save_changes)
    equal(load(context.store, key).name, "early")


@scenario("optimistic concurrency refuses a new document under a taken id")
def taken(context):
    save(context.store, User("Ann"), key="users/ann")
    with context.store.open_session() as session:
        session.advanced.use_optimistic_concurrency = True
        session.store(User("Bob"), "users/ann")
        refused(ConcurrencyException, session.save_changes)
    equal(load(context.store, "users/ann").name, "Ann")


@scenario("a change vector that is still current is accepted, and the new one differs")
def current(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        session.advanced.use_optimistic_concurrency = True
        user = session.load(key, User)
        before = session.advanced.get_change_vector_for(user)
        user.name = "Bob"
        session.save_changes()
        assert session.advanced.get_change_vector_for(user) not in (None, before)
    equal(load(context.store, key).name, "Bob")


@scenario("a batch is stored whole or not at all")
def whole(context):
    save(context.store, User("Ann"), key="users/1")
    with context.store.open_session() as session:
        session.store(User("Bob"), "users/bob")
        session.store(User("Cid"), "users|")
        refused(Exception, session.save_changes)
    equal(load(context.store, "users/bob"), None)


@scenario("the commands of a batch take effect in their order")
def order(context):
    commands = [
        PutCommandDataBase("users/x", None, {"name": "put", "@metadata": {"@collection": "Users"}}),
        DeleteCommandData("users/x", None),
        PutCommandDataBase("users/y", None, {"name": "kept", "@metadata": {"@collection": "Users"}}),
    ]
    executor = context.store.get_request_executor()
    executor.execute_command(SingleNodeBatchCommand(context.store.conventions, commands))
    equal(load(context.store, "users/x"), None)
    equal(load(context.store, "users/y").name, "kept")


@scenario("a deleted document is gone, and deleting it again is no error")
def deleted(context):
    [one, two] = save(context.store, *users(2))
    for _ in range(2):
        with context.store.open_session() as session:
            session.delete(one)
            session.save_changes()
    with context.store.open_session() as session:
        session.delete(session.load(two, User))
        session.save_changes()
    equal([load(context.store, one), load(context.store, two)], [None, None])


@scenario("optimistic concurrency of what was only read is refused by name")
def reads_too(context):
    [one, two] = save(context.store, *users(2))
    options = SessionOptions(optimistic_concurrency_mode=OptimisticConcurrencyMode.WRITES_AND_READS)
    with context.store.open_session(session_options=options) as session:
        session.load(one, User)
        session.load(two, User).name = "changed"
        told = refused(Exception, session.save_changes)
    assert "'BatchTrackChanges' are not supported" in told, told
    equal(load(context.store, two).name, "user 2")


@scenario("saving without a change sends nothing")
def unchanged(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        session.load(key, User)
        session.save_changes()
        equal(session.advanced.number_of_requests, 1)


@scenario("a refresh shows what another session wrote")
def refresh(context):
    [key] = save(context.store, User("Ann"))
    with context.store.open_session() as session:
        user = session.load(key, User)
        save(context.store, User("Bob"), key=key)
        session.advanced.refresh(user)
        equal(user.name, "Bob")
