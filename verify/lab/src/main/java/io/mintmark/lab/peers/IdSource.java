package io.mintmark.lab.peers;

import io.mintmark.hibernate.CounterSources;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Sources of ids. All of them insert over the same connections, with the same settings but for this. */
enum IdSource {
    OUR_TABLE(
            "**Mintmark**, its own table",
            Rows.ByMintmark.class,
            Rows.ByMintmark::new,
            "",
            "SELECT last_number FROM " + JdbcRanges.TABLE),
    OUR_SEQUENCE(
            "**Mintmark**, a sequence that it shares with `pooled-lo`",
            Rows.ByMintmark.class,
            Rows.ByMintmark::new,
            "",
            Rows.HIGHEST_OF_LOW),
    POOLED_LO("Hibernate `pooled-lo`", Rows.BySequence.class, Rows.BySequence::new, "pooled-lo", Rows.HIGHEST_OF_LOW),
    POOLED("Hibernate `pooled`", Rows.BySequence.class, Rows.BySequence::new, "pooled", Rows.HIGHEST_OF_HIGH),
    IDENTITY("`IDENTITY`", Rows.ByIdentity.class, Rows.ByIdentity::new, "", "SELECT max(id) FROM identity_row");

    private final String title;
    private final Class<? extends Rows.Row> entity;
    private final Supplier<Rows.Row> empty;
    private final String optimizer;
    private final String highest;

    IdSource(
            String title,
            Class<? extends Rows.Row> entity,
            Supplier<Rows.Row> empty,
            String optimizer,
            String highest) {
        this.title = title;
        this.entity = entity;
        this.empty = empty;
        this.optimizer = optimizer;
        this.highest = highest;
    }

    /** Returns what tables call it, in Markdown. */
    String title() {
        return title;
    }

    Class<? extends Rows.Row> entity() {
        return entity;
    }

    /** Returns a new row without an id. */
    Rows.Row row(int number) {
        return empty.get().filled(number);
    }

    /** Returns the query for the highest number that anybody may issue by now. */
    String highest() {
        return highest;
    }

    boolean drawsFromASequence() {
        return this == OUR_SEQUENCE || !optimizer.isEmpty();
    }

    /** Returns whether somebody has to make the sequence, because no mapping names it to Hibernate. */
    boolean needsASequenceMade() {
        return this == OUR_SEQUENCE;
    }

    /** Returns what distinguishes its persistence unit from the others'. */
    Map<String, Object> settings(DataSource connections) {
        if (this == OUR_SEQUENCE) {
            CounterSources shared = counter -> JdbcRanges.over(connections)
                    .counter(Preset.HIBERNATE_POOLED_LO.counter(Rows.INCREMENT).sequence(Rows.SEQUENCE))
                    .build();
            return Map.of(MintmarkSettings.SOURCES, shared);
        }
        return optimizer.isEmpty() ? Map.of() : Map.of("hibernate.id.optimizer.pooled.preferred", optimizer);
    }
}
