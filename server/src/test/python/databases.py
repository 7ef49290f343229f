"""Databases and the server: made, described, counted, missing, dropped."""

from ravendb.documents.operations.statistics import (
    GetCollectionStatisticsOperation,
    GetDetailedStatisticsOperation,
    GetStatisticsOperation,
)
from ravendb.exceptions.exceptions import DatabaseDoesNotExistException
from ravendb.serverwide.commands import GetClusterTopologyCommand
from ravendb.serverwide.database_record import DatabaseRecord
from ravendb.serverwide.operations.common import (
    CreateDatabaseOperation,
    DeleteDatabaseOperation,
    GetBuildNumberOperation,
    GetDatabaseNamesOperation,
    GetDatabaseRecordOperation,
)
from suite import User, equal, load, refused, save, scenario, users


@scenario("a database that is created is told with its topology: one node, A")
def topology(context):
    name = context.unused_name()
    made = context.store.maintenance.server.send(CreateDatabaseOperation(DatabaseRecord(name)))
    equal((made.name, made.topology.members, made.topology.replication_factor), (name, ["A"], 1))


@scenario("creating a database twice is refused")
def twice(context):
    create = CreateDatabaseOperation(DatabaseRecord(context.database))
    told = refused(Exception, lambda: context.store.maintenance.server.send(create))
    assert context.database in told, told


@scenario("a database's record is read, unlocked; that of a missing one is null")
def record(context):
    send = context.store.maintenance.server.send
    described = send(GetDatabaseRecordOperation(context.database))
    equal((described.database_name, described.lock_mode), (context.database, DatabaseRecord.DatabaseLockMode.UNLOCK))
    equal(send(GetDatabaseRecordOperation("no-such-database")), None)


@scenario("a missing database is told by its name, not by a silent failure")
def missing(context):
    store = context.open_store("no-such-database")
    told = refused(DatabaseDoesNotExistException, lambda: save(store, User("Ann"), key="users/1"))
    assert "no-such-database" in told, told


@scenario("a database is listed, counts its documents, and is gone once dropped")
def dropped(context):
    name = context.create_database()
    store = context.open_store(name)
    save(store, *users(3))
    assert store.maintenance.send(GetStatisticsOperation()).count_of_documents >= 3
    server = store.maintenance.server
    assert name in server.send(GetDatabaseNamesOperation(0, 1000))
    server.send(DeleteDatabaseOperation(database_name=name, hard_delete=True))
    assert name not in server.send(GetDatabaseNamesOperation(0, 1000))
    refused(DatabaseDoesNotExistException, lambda: load(store, "users/1-A"))


@scenario("databases keep their documents and counters apart")
def apart(context):
    other = context.open_store(context.create_database())
    equal([save(context.store, User("Ann")), save(other, User("Bob"))], [["users/1-A"], ["users/1-A"]])
    equal([load(context.store, "users/1-A").name, load(other, "users/1-A").name], ["Ann", "Bob"])


@scenario("both statistics, and those of collections, are read")
def statistics(context):
    save(context.store, *users(3))
    save(context.store, User("Ann"), key="people|")
    send = context.store.maintenance.send
    for counted in (send(GetStatisticsOperation()), send(GetDetailedStatisticsOperation())):
        equal(counted.count_of_documents, 5, "three, one, and the HiLo document")
        assert counted.size_on_disk.size_in_bytes > 0
        equal(counted.temp_buffers_size_on_disk.size_in_bytes, 0)
    equal(send(GetDetailedStatisticsOperation()).count_of_identities, 1)
    equal(send(GetCollectionStatisticsOperation()).collections, {"@hilo": 1, "Users": 4})


@scenario("the cluster is one node, A, that leads itself")
def cluster(context):
    asking = GetClusterTopologyCommand()
    context.store.get_request_executor().execute_command(asking)
    equal((asking.result.leader, asking.result.node_tag), ("A", "A"))
    equal(list(asking.result.topology.members), ["A"])


@scenario("the build number is one that the client accepts")
def build(context):
    build = context.store.maintenance.server.send(GetBuildNumberOperation())
    equal((build.build_version, build.full_version), (60, "6.0.2"))


@scenario("what the server does not do is refused by name")
def refusals(context):
    with context.store.open_session() as session:
        told = refused(Exception, lambda: list(session.query(object_type=User)))
    assert "Queries are not supported by this server" in told, told
