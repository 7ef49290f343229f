package io.mintmark.lab.report;

/** A published figure: what it is worth, and how the page spells it. */
record Figure(double value, String text) {

    /** Returns the figure that a cell begins with; what follows it, such as its spread, is left out. */
    static Figure of(String cell) {
        String text = cell.split(" ", 2)[0];
        try {
            return new Figure(Double.parseDouble(text.replace(",", "")), text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a picture needs a cell that begins with a number: cell=\"" + cell + "\"; correct the page", e);
        }
    }
}
