package io.mintmark.hibernate.takeover;

import java.util.Optional;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.QualifiedNameParser;
import org.hibernate.id.enhanced.TableGenerator;

/** The same around a row of a table of counters. */
final class WrappedTable extends WrappedGenerator {
    private static final long serialVersionUID = 1L;

    private final transient QualifiedName physical;

    WrappedTable(TableGenerator table, MappedIds mapped, Database database) {
        super(table, mapped);
        this.physical = physical(named(table), database);
    }

    /** Returns the table's name in the mapping, which a naming strategy may change. */
    static QualifiedName named(TableGenerator generator) {
        return QualifiedNameParser.INSTANCE.parse(generator.getTableName());
    }

    /** Hibernate's generator shows the mapping's name only, and its statements have the one that follows from it. */
    private static QualifiedName physical(QualifiedName logical, Database database) {
        Namespace.Name place = database.locateNamespace(logical.getCatalogName(), logical.getSchemaName())
                .getPhysicalName();
        return new QualifiedNameParser.NameParts(
                place.getCatalog(),
                place.getSchema(),
                database.getPhysicalNamingStrategy()
                        .toPhysicalTableName(logical.getObjectName(), database.getJdbcEnvironment()));
    }

    @Override
    Optional<QualifiedName> table() {
        return Optional.of(physical);
    }
}
