package io.mintmark.hibernate.takeover;

import org.hibernate.id.enhanced.TableGenerator;

/** The same around a row of a table of counters. */
final class WrappedTable extends WrappedGenerator {
    private static final long serialVersionUID = 1L;

    WrappedTable(TableGenerator table, MappedIds mapped) {
        super(table, mapped);
    }
}
