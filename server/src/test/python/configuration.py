"""What clients are told to do: the separator above all."""

import re

from ravendb.documents.operations.configuration.definitions import ClientConfiguration
from ravendb.documents.operations.configuration.operations import (
    GetClientConfigurationOperation,
    GetServerWideClientConfigurationOperation,
    PutClientConfigurationOperation,
    PutServerWideClientConfigurationOperation,
)
from suite import User, equal, load, save, scenario, users


def separated(separator):
    configuration = ClientConfiguration()
    configuration.identity_parts_separator = separator
    return configuration


class OnlyTheSeparator(ClientConfiguration):
    """A configuration as other clients send it, who leave out what they do not set."""

    def to_json(self):
        return {"IdentityPartsSeparator": self.identity_parts_separator}


@scenario("a changed separator reaches a running client and keeps the counter")
def reaches(context):
    store = context.store
    equal(save(store, *users(2)), ["users/1-A", "users/2-A"])
    store.maintenance.send(PutClientConfigurationOperation(separated(":")))
    load(store, "users/1-A")  # its answer says that there is something new
    equal(save(store, *users(2)), ["users:3-A", "users:4-A"])
    equal(save(store, User("Ann"), key="users|"), ["users:1"])
    assert re.fullmatch(r"users:\d{19}-A", save(store, User("Bob"), key="users:")[0])
    equal(save(store, User("Cid"), key="users/x"), ["users/x"])


@scenario("a changed separator reaches a client that starts later")
def starts_later(context):
    context.store.maintenance.send(PutClientConfigurationOperation(separated("-")))
    later = context.open_store()
    load(later, "users/none")
    equal(save(later, User("Ann")), ["users-1-A"])


@scenario("the configuration in force is read with all its members, whoever set it")
def read(context):
    send = context.store.maintenance.send
    equal(send(GetClientConfigurationOperation()).configuration, None)
    only = OnlyTheSeparator()
    only.identity_parts_separator = ":"
    send(PutClientConfigurationOperation(only))
    configuration = send(GetClientConfigurationOperation()).configuration
    equal(configuration.identity_parts_separator, ":")
    equal(configuration.max_number_of_requests_per_session, None)
    equal(configuration.disabled, False)


@scenario("the whole server's configuration is set and read")
def server_wide(context):
    send = context.store.maintenance.server.send
    maximum = ClientConfiguration()
    maximum.max_number_of_requests_per_session = 42
    send(PutServerWideClientConfigurationOperation(maximum))
    try:
        equal(send(GetServerWideClientConfigurationOperation()).max_number_of_requests_per_session, 42)
    finally:
        maximum.disabled = True
        send(PutServerWideClientConfigurationOperation(maximum))
