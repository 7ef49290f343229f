"""Callers of each clearance, each with a certificate of its own that an operator registered; run only over TLS."""

import base64
import re
import ssl

from ravendb.documents.operations.configuration.definitions import ClientConfiguration
from ravendb.documents.operations.configuration.operations import PutClientConfigurationOperation
from ravendb.documents.operations.identities import NextIdentityForOperation
from ravendb.documents.operations.statistics import GetStatisticsOperation
from ravendb.exceptions.exceptions import AuthorizationException
from ravendb.json.metadata_as_dictionary import MetadataAsDictionary
from ravendb.serverwide.database_record import DatabaseRecord
from ravendb.serverwide.operations.certificates import (
    DatabaseAccess,
    DeleteCertificateOperation,
    GetCertificatesOperation,
    PutClientCertificateOperation,
    SecurityClearance,
)
from ravendb.serverwide.operations.common import CreateDatabaseOperation, GetDatabaseNamesOperation
from suite import User, equal, load, refused, save, scenario

MADE = set()


def store_of(context, caller, database="shop"):
    """Opens a store of that caller on a database that all these scenarios share."""
    for name in ("shop", "archive"):
        if name not in MADE:
            MADE.add(name)
            context.create_database(name)
            save(context.open_store(name, caller="operator"), User("Ada"), key="users/ada")
    return context.open_store(database, caller=caller)


def configure(store):
    store.maintenance.send(PutClientConfigurationOperation(ClientConfiguration()))


def create(store):
    store.maintenance.server.send(CreateDatabaseOperation(DatabaseRecord("elsewhere")))


def names(store):
    return store.maintenance.server.send(GetDatabaseNamesOperation(0, 100))


def forbidden(call):
    """Expects the client's own exception, with the reason that the server gave."""
    told = refused(AuthorizationException, call)
    assert re.search(r'Forbidden access to .*"Message":"The ', told, re.DOTALL), told


def forbidden_by_server(context, call):
    """Expects a refusal; the client fails to tell it where a request names no database, and raises TypeError instead."""
    refused((AuthorizationException, TypeError), call)
    assert "elsewhere" not in names(store_of(context, "operator"))


@scenario("a reader reads, and is refused what writes")
def reader(context):
    store = store_of(context, "reader")
    equal(load(store, "users/ada").name, "Ada")
    assert store.maintenance.send(GetStatisticsOperation()).count_of_documents > 0
    forbidden(lambda: save(store, User("Eve"), key="users/eve"))
    forbidden(lambda: save(store, User("Eve")))
    forbidden(lambda: store.maintenance.send(NextIdentityForOperation("users|")))
    forbidden(lambda: configure(store))


@scenario("a writer reserves and stores, and is refused what administers")
def writer(context):
    store = store_of(context, "writer")
    assert re.fullmatch(r"users/\d+-A", save(store, User("Alan"))[0])
    with store.bulk_insert() as bulk:
        bulk.store_as(User("Grace"), "users/grace", MetadataAsDictionary())
    equal(load(store, "users/grace").name, "Grace")
    forbidden(lambda: configure(store))
    forbidden_by_server(context, lambda: create(store))


@scenario("an admin of a database configures it, and no server")
def admin(context):
    store = store_of(context, "admin")
    configure(store)
    equal(load(store, "users/ada").name, "Ada")
    forbidden_by_server(context, lambda: create(store))
    forbidden_by_server(context, lambda: store.maintenance.server.send(GetCertificatesOperation(0, 10)))


@scenario("an operator registers, lists and removes a certificate")
def operator(context):
    send = store_of(context, "operator").maintenance.server.send
    newcomer = store_of(context, "newcomer")
    with open(context.certificate_of("newcomer"), encoding="ascii") as file:
        pem = re.search("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", file.read(), re.DOTALL).group()
    der = base64.b64encode(ssl.PEM_cert_to_DER_cert(pem)).decode("ascii")

    forbidden(lambda: save(newcomer, User("Ann"), key="users/ann"))
    allowed = {"shop": DatabaseAccess.READ_WRITE}
    send(PutClientCertificateOperation("newcomer", der, allowed, SecurityClearance.VALID_USER))
    save(newcomer, User("Ann"), key="users/ann")

    shown = next(each for each in send(GetCertificatesOperation(0, 100)) if each.name == "newcomer")
    equal((shown.security_clearance, shown.permissions), (SecurityClearance.VALID_USER.value, allowed))

    send(DeleteCertificateOperation(shown.thumbprint))
    forbidden(lambda: save(newcomer, User("Ann"), key="users/ann"))


@scenario("each is shown the databases that it may know of")
def shown(context):
    equal(names(store_of(context, "reader")), ["shop"])
    equal(names(store_of(context, "other", "archive")), ["archive"])
    known = names(store_of(context, "operator"))
    assert "shop" in known and "archive" in known, known


def refused_everywhere(context, caller):
    store = store_of(context, caller)
    forbidden(lambda: load(store, "users/ada"))
    forbidden(lambda: save(store, User("Eve")))


@scenario("a caller of another database is refused")
def other(context):
    refused_everywhere(context, "other")


@scenario("a certificate that nobody registered is refused")
def stranger(context):
    refused_everywhere(context, "stranger")


@scenario("a registered certificate that expired is refused")
def expired(context):
    refused_everywhere(context, "expired")
