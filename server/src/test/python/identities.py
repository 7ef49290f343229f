"""Identities, by documents and by operations."""

from ravendb.documents.operations.identities import (
    GetIdentitiesOperation,
    NextIdentityForOperation,
    SeedIdentityForOperation,
)
from suite import User, equal, in_threads, load, refused, save, scenario, users


@scenario("next identity and stored identities share one counter")
def shared(context):
    equal(context.store.maintenance.send(NextIdentityForOperation("users|")), 1)
    equal(save(context.store, User("Ann"), key="users|"), ["users/2"])
    equal(context.store.maintenance.send(NextIdentityForOperation("USERS|")), 3)


@scenario("a seed raises an identity, and lowers it only by force")
def seed(context):
    send = context.store.maintenance.send
    equal(send(SeedIdentityForOperation("users|", 1990)), 1990)
    equal(save(context.store, User("Ann"), key="users|"), ["users/1991"])
    equal(send(SeedIdentityForOperation("users|", 5)), 1991, "kept")
    equal(send(SeedIdentityForOperation("users|", 5, True)), 5, "forced")


@scenario("all identities are listed with their latest numbers")
def listed(context):
    save(context.store, User("Ann"), key="users|")
    save(context.store, User("Bob"), key="people|")
    context.store.maintenance.send(NextIdentityForOperation("people|"))
    equal(context.store.maintenance.send(GetIdentitiesOperation()), {"people|": 2, "users|": 1})


@scenario("many identities in one batch are consecutive, and two batches at once share none")
def batches(context):
    made = in_threads(4, lambda i: save(context.store, *users(10), key="users|"))
    for keys in made:
        numbers = [int(key.removeprefix("users/")) for key in keys]
        equal(numbers, list(range(numbers[0], numbers[0] + 10)))
    equal(sorted(int(key.removeprefix("users/")) for keys in made for key in keys), list(range(1, 41)))


@scenario("an identity never overwrites a document that already has its id")
def taken(context):
    save(context.store, User("Ann"), key="users/1")
    refused(Exception, lambda: save(context.store, User("Bob"), key="users|"))
    equal(load(context.store, "users/1").name, "Ann")
    equal(save(context.store, User("Cid"), key="users|"), ["users/2"])
