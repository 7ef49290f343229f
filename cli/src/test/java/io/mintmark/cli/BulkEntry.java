package io.mintmark.cli;

/** A document that shows whether it is whole; public, as the client reads it by reflection. */
public final class BulkEntry {
    private final int round;
    private final int number;
    private final String text;

    BulkEntry(int round, int number) {
        this.round = round;
        this.number = number;
        this.text = "x".repeat(number % 300) + number;
    }

    public int getRound() {
        return round;
    }

    public int getNumber() {
        return number;
    }

    public String getText() {
        return text;
    }

    public int getCheck() {
        return text.hashCode();
    }
}
