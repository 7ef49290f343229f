package io.mintmark.server.plain;

import io.mintmark.server.numbers.DatabaseNumbers;

/** Parameters that several routes take. */
final class CommonParameters {
    /** Entries of a page where nobody asks for more or fewer. */
    static final int PAGE_USUAL = 100;

    static final PlainParameter DB = PlainParameter.part("db", "The database.");
    static final PlainParameter COUNTER = PlainParameter.part(
            "counter", "The counter, which its ids begin with; without a /, which no path carries.");
    static final PlainParameter IDENTITY = PlainParameter.part(
            "identity", "The identity, which its ids begin with; without a /, which no path carries.");
    static final PlainParameter AFTER =
            PlainParameter.text("after", "Leaves out this name and all before it: what the page before says as next.");
    static final PlainParameter LIMIT = PlainParameter.number(
            "limit", 1, 1_000, "How many entries the page has at most; " + PAGE_USUAL + " unless given.");
    static final PlainParameter TO = PlainParameter.number(
                    "to", 0, DatabaseNumbers.ceiling(), "The number to count as taken, with all below it.")
            .asRequired();

    private CommonParameters() {}
}
