package io.mintmark.jdbc.schema;

import java.util.Locale;

/** The kinds of what a {@link SchemaDoctor} finds. Their codes are stable: scripts may compare them. */
public enum Fault {
    /** The counter gives numbers that the table has already. */
    BEHIND(Severity.ERROR, "inserts fail on its key, or repeat an id where no key forbids it"),
    /** The counter stands far above the ids. */
    FAR_AHEAD(Severity.WARNING, "somebody set it by hand, or something draws numbers and inserts nothing"),
    /** The sequence belongs to the column of another table. */
    OWNED_BY_ANOTHER(
            Severity.WARNING,
            "DROP … CASCADE of its owner takes the counter along, and TRUNCATE … RESTART IDENTITY begins the ids anew"),
    /** The mapping counts in blocks of another size than the sequence steps by. */
    INCREMENT_DIFFERS(Severity.ERROR, "blocks overlap if it is smaller, and leave gaps if it is larger"),
    /** One column gets ids in two ways, which may give one id twice. */
    TWO_WAYS(Severity.ERROR, "both ways give the same id at some time"),
    /** The column or the counter comes to its end. */
    ENDS(Severity.WARNING, "inserts fail there, and a wider column takes long to make"),
    /** The sequence begins again at its end. */
    CYCLES(Severity.ERROR, "it gives the ids of the oldest rows again"),
    /** Sessions or the server draw several values of the sequence ahead. */
    CACHED(
            Severity.WARNING,
            "ids come out of their order, each session loses the rest, and a raise by setval does not reach it"),
    /** The counter is UNLOGGED, and the table is not. */
    UNLOGGED(Severity.ERROR, "a crash sets the counter back, and the table keeps its ids"),
    /** Two rows of a table of workers have one worker number. */
    WORKER_TWICE(Severity.ERROR, "two workers of one number make the same ids in the same moment");

    /** Whether ids repeat or inserts fail, or only might. */
    public enum Severity {
        /** Ids repeat, or inserts fail: now, or as soon as something usual happens. */
        ERROR,
        /** Nothing is wrong yet. */
        WARNING
    }

    private final Severity severity;
    private final String why;

    Fault(Severity severity, String why) {
        this.severity = severity;
        this.why = why;
    }

    /** Returns its name for scripts and people, such as {@code far-ahead}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns how bad it is. */
    public Severity severity() {
        return severity;
    }

    /** Returns why it matters, in words. */
    public String why() {
        return why;
    }
}
