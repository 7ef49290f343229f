package io.mintmark.hibernate.takeover;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.QualifiedNameParser;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.id.enhanced.TableGenerator;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;

/** The same around a row of a table of counters. */
final class WrappedTable extends WrappedGenerator {
    private static final long serialVersionUID = 1L;

    private final transient TableGenerator generator;

    /** Null once it was asked for the name, as it holds the whole mapping. */
    private transient @Nullable Database database;

    private transient Optional<QualifiedName> physical = Optional.empty();

    WrappedTable(TableGenerator table, MappedIds mapped, Database database) {
        super(table, mapped);
        this.generator = table;
        this.database = database;
    }

    /** Returns the table's name in the mapping, which a naming strategy may change. */
    static QualifiedName named(TableGenerator generator) {
        return QualifiedNameParser.INSTANCE.parse(generator.getTableName());
    }

    @Override
    public void initialize(SqlStringGenerationContext context) {
        super.initialize(context);
        find();
    }

    private synchronized Optional<QualifiedName> find() {
        Database mapping = database;
        if (mapping != null) {
            physical = physical(named(generator), mapping);
            database = null;
        }
        return physical;
    }

    /**
     * Hibernate's generator shows the mapping's name only, where a catalog alone looks like a schema, and its
     * statements have the one that it entered in the mapping.
     *
     * @return empty where a catalog and a schema of one name have such a table
     */
    private static Optional<QualifiedName> physical(QualifiedName logical, Database database) {
        List<Identifier> place = place(logical.getCatalogName(), logical.getSchemaName());
        Stream<Namespace> namespaces = place.isEmpty()
                ? Stream.of(database.getDefaultNamespace())
                : StreamSupport.stream(database.getNamespaces().spliterator(), false)
                        .filter(each -> place(
                                        each.getName().getCatalog(),
                                        each.getName().getSchema())
                                .equals(place));
        List<Table> tables = namespaces
                .map(each -> each.locateTable(logical.getObjectName()))
                .filter(Objects::nonNull)
                .toList();
        return tables.size() == 1 ? Optional.of(tables.get(0).getQualifiedTableName()) : Optional.empty();
    }

    private static List<Identifier> place(@Nullable Identifier catalog, @Nullable Identifier schema) {
        return Stream.of(Optional.ofNullable(catalog), Optional.ofNullable(schema))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    Optional<QualifiedName> table() {
        QualifiedName found = find().orElseThrow(() -> new UnreadException(
                "its table " + generator.getTableName() + " may be in a catalog or in a schema of that name"));
        return Optional.of(found);
    }
}
