package io.mintmark.cli;

/** A document that shows whether it is whole; public, as the client reads it by reflection. */
public final class BulkEntry {
    private final int stream;
    private final int number;
    private final String text;

    BulkEntry(int stream, int number) {
        this.stream = stream;
        this.number = number;
        this.text = "x".repeat(number % 300) + number;
    }

    public int getStream() {
        return stream;
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
