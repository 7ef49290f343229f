"""What threads of one store may do. The first scenario shows a defect of the client, which no server can mend."""

import threading

from suite import User, equal, in_threads, scenario


def numbered(context, threads, each, guard):
    """Draws ids in many threads that share a fresh store, and returns them all."""
    store = context.open_store()

    def draw(_):
        with store.open_session() as session:
            made = []
            for _ in range(each):
                user = User()
                with guard:
                    session.store(user)
                made.append(session.advanced.get_document_id(user))
            return made

    return [key for keys in in_threads(threads, draw) for key in keys]


class _Unguarded:
    def __enter__(self):
        pass

    def __exit__(self, *failure):
        pass


@scenario("known defect of the client: threads that share a store are given the same HiLo id")
def repeats(context):
    drawn = 0
    for _ in range(100):
        keys = numbered(context, 8, 50, _Unguarded())
        drawn += len(keys)
        if len(set(keys)) < len(keys):
            return
    raise AssertionError(f"no id came twice in {drawn}: the client may be mended, so change docs/compatibility.md")


@scenario("threads that take turns at session.store are given no id twice")
def guarded(context):
    keys = numbered(context, 8, 50, threading.Lock())
    equal((len(keys), len(set(keys))), (400, 400))
