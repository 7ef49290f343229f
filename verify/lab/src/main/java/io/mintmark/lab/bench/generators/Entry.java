package io.mintmark.lab.bench.generators;

import io.mintmark.lab.script.Macros;
import io.mintmark.lab.script.Table;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A row of the tables.
 *
 * @param name how commands and forked JVMs call it
 * @param title how tables call it
 * @param order what its numbers' order is; stated in every row
 * @param opener makes one
 */
public record Entry(String name, String title, Order order, Subject.Opener opener) {
    private static final Map<String, String> KNOWN =
            Table.entries("/io/mintmark/lab/bench/generators.txt", new Macros()).stream()
                    .collect(Collectors.toMap(Table.Entry::name, Table.Entry::text));

    /** Returns the generator of that name, whose title and order the resource knows. */
    static Entry of(String name, Subject.Opener opener) {
        String[] known = Objects.requireNonNull(KNOWN.get(name), name).split("; ", 2);
        return new Entry(name, known[0], Order.named(known[1]), opener);
    }
}
