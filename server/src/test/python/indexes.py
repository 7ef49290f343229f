"""Indexes that write documents: defined, waited for, read, changed, told to rest, begun anew, deleted."""

import re
from datetime import timedelta

from ravendb.documents.indexes.abstract_index_creation_tasks import (
    AbstractIndexCreationTask,
    AbstractJavaScriptIndexCreationTask,
)
from ravendb.documents.indexes.definitions import IndexDefinition, IndexPriority, IndexRunningStatus, IndexState
from ravendb.documents.operations.indexes import (
    DeleteIndexErrorsOperation,
    DeleteIndexOperation,
    GetIndexErrorsOperation,
    GetIndexesOperation,
    GetIndexesStatisticsOperation,
    GetIndexingStatusOperation,
    GetIndexNamesOperation,
    GetIndexOperation,
    GetIndexStatisticsOperation,
    IndexHasChangedOperation,
    PutIndexesOperation,
    ResetIndexOperation,
    SetIndexesPriorityOperation,
    StartIndexingOperation,
    StartIndexOperation,
    StopIndexingOperation,
    StopIndexOperation,
)
from indexing import caught_up, eventually
from suite import User, equal, load, refused, save, scenario

NAME = "Users/ByName"


class Users_ByName(AbstractJavaScriptIndexCreationTask):
    """Counts users by their names, in JavaScript."""

    def __init__(self, name="u.name"):
        super().__init__()
        self.maps = ["map('Users', u => ({ name: " + name + ", count: 1 }))"]
        self.reduce = (
            "groupBy(r => r.name).aggregate(g =>"
            " ({ name: g.key, count: g.values.reduce((count, r) => r.count + count, 0) }))"
        )
        self.output_reduce_to_collection = "NameCounts"


class UsersByName(AbstractIndexCreationTask):
    """The same in C#; its documents can be listed in others by a pattern."""

    def __init__(self, pattern=None, count=1):
        super().__init__()
        self.map = f"from u in docs.Users select new {{ u.name, count = {count} }}"
        self._reduce = (
            "from r in results group r by r.name into g select new { name = g.Key, count = g.Sum(x => x.count) }"
        )
        self._output_reduce_to_collection = "NameCounts"
        self._pattern_for_output_reduce_to_collection_references = pattern

    @property
    def index_name(self):
        return NAME


class NameCount:
    """What the index writes."""

    def __init__(self, name=None, count=None):
        self.name = name
        self.count = count


def counts(context):
    """Reads the documents of all groups: names with their numbers."""
    with context.store.open_session() as session:
        return {group.name: group.count for group in session.load_starting_with("NameCounts/", NameCount)}


def save_users(context, *names):
    """Stores users that are called so: the first is users/1."""
    for i, name in enumerate(names, 1):
        save(context.store, User(name), key=f"users/{i}")


@scenario("an index in JavaScript writes documents, which load by id and by prefix")
def in_javascript(context):
    save_users(context, "Ann", "Ann", "Bob")
    Users_ByName().execute(context.store)
    caught_up(context.store)
    with context.store.open_session() as session:
        groups = {group.name: group for group in session.load_starting_with("NameCounts/", NameCount)}
        equal({name: group.count for name, group in groups.items()}, {"Ann": 2, "Bob": 1})
        key = session.advanced.get_document_id(groups["Ann"])
        metadata = session.advanced.get_metadata_for(groups["Ann"])
        equal((metadata["@collection"], metadata["@flags"]), ("NameCounts", "Artificial, FromIndex"))
    assert re.fullmatch(r"NameCounts/\d+", key), key
    equal(load(context.store, key, NameCount).count, 2)


@scenario("an index in C# follows what is changed, deleted, and moved to another group")
def in_c_sharp(context):
    save_users(context, "Ann", "Ann", "Bob", "Cid")
    UsersByName().execute(context.store)
    caught_up(context.store)
    equal(counts(context), {"Ann": 2, "Bob": 1, "Cid": 1})
    with context.store.open_session() as session:
        session.load("users/1", User).name = "Bob"
        session.delete("users/4")
        session.store(User("Dora"), "users/5")
        session.save_changes()
    caught_up(context.store)
    equal(counts(context), {"Ann": 1, "Bob": 2, "Dora": 1})
    save(context.store, User("Bob"), key="users/2")
    caught_up(context.store)
    equal(counts(context), {"Bob": 3, "Dora": 1})


@scenario("a batch that waits for all indexes finds itself indexed")
def waiting(context):
    save_users(context, "Ann")
    UsersByName().execute(context.store)
    with context.store.open_session() as session:
        session.advanced.wait_for_indexes_after_save_changes(lambda wait: wait.with_timeout(timedelta(seconds=60)))
        session.store(User("Ann"), "users/2")
        session.save_changes()
    equal(counts(context), {"Ann": 2})


@scenario("known defect of the client: a batch that waits for an index by its name waits for none")
def waiting_for_one(context):
    UsersByName().execute(context.store)
    context.store.maintenance.send(StopIndexOperation(NAME))
    with context.store.open_session() as session:
        session.advanced.wait_for_indexes_after_save_changes(
            lambda wait: wait.wait_for_indexes([NAME]).with_timeout(timedelta(seconds=5)).throw_on_timeout(True)
        )
        session.store(User("Ann"), "users/1")
        session.save_changes()
    equal(counts(context), {}, "mended? then change docs/compatibility.md")


@scenario("a document that lists outputs is called by a pattern")
def references(context):
    save_users(context, "Ann", "Bob")
    UsersByName("names/{name}").execute(context.store)
    caught_up(context.store)
    with context.store.open_session() as session:
        [output] = session.load("names/Ann", dict)["ReduceOutputs"]
        equal(session.load(output, NameCount).name, "Ann")
        session.delete("users/1")
        session.save_changes()
    caught_up(context.store)
    equal(load(context.store, "names/Ann", dict), None)
    same = UsersByName("names/{name}").create_index_definition()
    changed = context.store.maintenance.send(IndexHasChangedOperation(same))
    equal(changed, True, "does the client send the pattern? then change docs/compatibility.md")


@scenario("an index is read, compared and given a priority")
def described(context):
    save_users(context, "Ann")
    Users_ByName().execute(context.store)
    caught_up(context.store)
    send = context.store.maintenance.send
    read = send(GetIndexOperation(NAME))
    equal((read.name, len(read.maps), read.output_reduce_to_collection), (NAME, 1, "NameCounts"))
    equal((read.priority, read.state), (IndexPriority.NORMAL, IndexState.NORMAL))
    equal(send(IndexHasChangedOperation(Users_ByName().create_index_definition())), False)
    equal(send(IndexHasChangedOperation(Users_ByName("u.nick").create_index_definition())), True)
    equal(send(GetIndexNamesOperation(0, 10)), [NAME])
    equal([index.name for index in send(GetIndexesOperation(0, 10))], [NAME])

    send(SetIndexesPriorityOperation(IndexPriority.LOW, NAME))
    caught_up(context.store)
    stats = send(GetIndexStatisticsOperation(NAME))
    equal(
        (stats.priority, stats.status, stats.state, stats.stale, stats.reduce_output_collection),
        (IndexPriority.LOW, IndexRunningStatus.RUNNING, IndexState.NORMAL, False, "NameCounts"),
    )
    equal([index["Name"] for index in send(GetIndexesStatisticsOperation())], [NAME])
    equal(send(GetIndexOperation("Users/ByAge")), None)


@scenario("an index is stopped and started, alone and with all others")
def paused(context):
    UsersByName().execute(context.store)
    caught_up(context.store)
    send = context.store.maintenance.send

    def status():
        told = send(GetIndexingStatusOperation())
        return [told.status, *((index.name, index.status) for index in told.indexes)]

    rests = [IndexRunningStatus.PAUSED, (NAME, IndexRunningStatus.PAUSED)]
    send(StopIndexOperation(NAME))
    save_users(context, "Ann")
    equal((status(), counts(context)), (rests, {}))
    send(StartIndexOperation(NAME))
    caught_up(context.store)
    equal(counts(context), {"Ann": 1})

    send(StopIndexingOperation())
    save_users(context, "Ann", "Ann")
    equal((status(), counts(context)), (rests, {"Ann": 1}))
    send(StartIndexingOperation())
    caught_up(context.store)
    equal(status(), [IndexRunningStatus.RUNNING, (NAME, IndexRunningStatus.RUNNING)])
    equal(counts(context), {"Ann": 2})


@scenario("an index that is reset writes the same again, and one that is deleted leaves nothing")
def begun_anew(context):
    save_users(context, "Ann", "Bob")
    UsersByName("names/{name}").execute(context.store)
    caught_up(context.store)
    context.store.maintenance.send(ResetIndexOperation(NAME))
    caught_up(context.store)
    equal(counts(context), {"Ann": 1, "Bob": 1})

    context.store.maintenance.send(DeleteIndexOperation(NAME))
    eventually(lambda: counts(context) == {}, "outputs are still there")
    eventually(lambda: load(context.store, "names/Bob", dict) is None, "a list is still there")
    equal(context.store.maintenance.send(GetIndexOperation(NAME)), None)
    equal(load(context.store, "users/1").name, "Ann")


@scenario("a changed definition takes the place of the index once it has caught up")
def replaced(context):
    save_users(context, "Ann", "Ann")
    UsersByName().execute(context.store)
    caught_up(context.store)
    UsersByName(count=10).execute(context.store)
    caught_up(context.store)
    eventually(lambda: counts(context) == {"Ann": 20}, "the old index is still there")
    equal(context.store.maintenance.send(GetIndexNamesOperation(0, 10)), [NAME])


@scenario("errors of an index are told and forgotten")
def errors(context):
    save_users(context, "Ann", None)
    Users_ByName("u.name.toUpperCase()").execute(context.store)
    caught_up(context.store)
    [told] = context.store.maintenance.send(GetIndexErrorsOperation(NAME))
    equal((told.name, [(error.document, error.action) for error in told.errors]), (NAME, [("users/2", "Map")]))
    assert "toUpperCase" in told.errors[0].error, told.errors[0].error
    assert told.errors[0].timestamp.year > 2000
    equal(counts(context), {"ANN": 1})
    context.store.maintenance.send(DeleteIndexErrorsOperation([NAME]))
    equal(context.store.maintenance.send(GetIndexErrorsOperation())[0].errors, [])


@scenario("an index that writes no documents is refused by name")
def without_documents(context):
    index = IndexDefinition(NAME, maps={"from user in docs.Users select new { user.name }"})
    told = refused(Exception, lambda: context.store.maintenance.send(PutIndexesOperation(index)))
    assert "has no Reduce" in told, told
