package io.mintmark.lab.bench.generators;

import java.util.stream.Stream;

/** The order in which a generator's numbers come; rows of different orders do not compete with each other. */
public enum Order {
    STRICT("strict"),
    STRICT_BLOCKS("strict, in blocks"),
    PER_STRIPE("per stripe"),
    PER_THREAD("per thread only"),
    PER_HANDLE("per handle only"),
    TIME("time trend"),
    NONE("none");

    private final String text;

    Order(String text) {
        this.text = text;
    }

    /** Returns the order that tables call so. */
    static Order named(String text) {
        return Stream.of(values())
                .filter(order -> order.text.equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return text;
    }
}
