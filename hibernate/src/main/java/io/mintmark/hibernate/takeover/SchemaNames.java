package io.mintmark.hibernate.takeover;

import io.mintmark.MintmarkException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** Names of a unit's mapping as the database spells them. */
final class SchemaNames {
    private final JdbcEnvironment database;
    private final IdentifierHelper spelling;
    private final Supplier<String> ofUnit;

    /** Takes the unit's own schema, for what names none. */
    SchemaNames(SessionFactoryImplementor factory, Supplier<String> ofUnit) {
        this.database = factory.getJdbcServices().getJdbcEnvironment();
        this.spelling = database.getIdentifierHelper();
        this.ofUnit = ofUnit;
    }

    /**
     * Returns the schema, or where databases have catalogs instead the catalog, beside which Hibernate passes a schema
     * over; empty for the connections' own.
     */
    String of(QualifiedName name) {
        return of(name.getCatalogName(), name.getSchemaName());
    }

    String object(QualifiedName name) {
        return spelling.toMetaDataObjectName(name.getObjectName());
    }

    /** Returns whether a part of the name is in quotes, so that no database folds its case. */
    static boolean isQuoted(QualifiedName name) {
        return Stream.of(name.getObjectName(), name.getSchemaName(), name.getCatalogName())
                .anyMatch(part -> part != null && part.isQuoted());
    }

    String column(String column, boolean quoted) {
        return spelling.toMetaDataObjectName(spelling.toIdentifier(column, quoted));
    }

    private String of(@Nullable Identifier catalog, @Nullable Identifier schema) {
        if (!database.getNameQualifierSupport().supportsSchemas()) {
            return catalog == null ? ofUnit() : spelling.toMetaDataCatalogName(catalog);
        }
        requireConnected(catalog);
        return schema == null ? ofUnit() : spelling.toMetaDataSchemaName(schema);
    }

    private String ofUnit() {
        try {
            return ofUnit.get();
        } catch (MintmarkException e) {
            throw new UnreadException(String.valueOf(e.getMessage()));
        }
    }

    private void requireConnected(@Nullable Identifier catalog) {
        @Nullable Identifier connected = database.getCurrentCatalog();
        if (catalog != null && connected != null && !catalog.getText().equalsIgnoreCase(connected.getText())) {
            throw new UnreadException("it counts in the catalog " + catalog.getText()
                    + ", and connections are of the catalog " + connected.getText());
        }
    }
}
