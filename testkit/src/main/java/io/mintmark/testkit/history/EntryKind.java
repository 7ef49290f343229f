package io.mintmark.testkit.history;

/** The first byte of an entry; files hold the ordinals, so that constants are only ever added at the end. */
enum EntryKind {
    END,
    RESERVE,
    GIVE_BACK,
    ISSUE,
    DROP,
    NEXT_IDENTITY,
    ASK,
    WRITE,
    DELETE,
    READ,
    WALK,
    NUMBERS,
    TEXT,
    IDS,
    DONE,
    FAILED;

    private static final EntryKind[] ALL = values();

    static EntryKind of(int octet) {
        if (octet >= ALL.length) {
            throw new HistoryException("a history must have kinds of entries that are known: " + octet);
        }
        return ALL[octet];
    }

    static EntryKind of(Act act) {
        if (act instanceof Act.Reserve) {
            return RESERVE;
        } else if (act instanceof Act.GiveBack) {
            return GIVE_BACK;
        } else if (act instanceof Act.Issue) {
            return ISSUE;
        } else if (act instanceof Act.Drop) {
            return DROP;
        } else if (act instanceof Act.NextIdentity) {
            return NEXT_IDENTITY;
        } else if (act instanceof Act.Ask) {
            return ASK;
        }
        return ofDocument(act);
    }

    private static EntryKind ofDocument(Act act) {
        if (act instanceof Act.Write) {
            return WRITE;
        } else if (act instanceof Act.Delete) {
            return DELETE;
        }
        return act instanceof Act.Read ? READ : WALK;
    }

    static EntryKind of(Outcome outcome) {
        if (outcome instanceof Outcome.Numbers) {
            return NUMBERS;
        } else if (outcome instanceof Outcome.Text) {
            return TEXT;
        } else if (outcome instanceof Outcome.Ids) {
            return IDS;
        } else if (outcome instanceof Outcome.Done) {
            return DONE;
        }
        return FAILED;
    }
}
