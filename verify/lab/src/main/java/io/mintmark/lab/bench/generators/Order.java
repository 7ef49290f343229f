package io.mintmark.lab.bench.generators;

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

    @Override
    public String toString() {
        return text;
    }
}
