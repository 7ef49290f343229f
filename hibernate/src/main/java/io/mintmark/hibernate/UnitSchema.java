package io.mintmark.hibernate;

import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** The schema in which a persistence unit has its tables, where its settings or mapping files name one. */
final class UnitSchema {
    private UnitSchema() {}

    /**
     * Returns its name as the database spells it, or empty for the connections' own. Where databases have catalogs
     * instead of schemas, as MariaDB has, it is the catalog.
     */
    static String of(SessionFactoryImplementor factory) {
        SqlStringGenerationContext names = factory.getSqlStringGenerationContext();
        JdbcEnvironment database = factory.getJdbcServices().getJdbcEnvironment();
        IdentifierHelper spelling = database.getIdentifierHelper();
        @Nullable Identifier schema = names.getDefaultSchema();
        @Nullable Identifier catalog = names.getDefaultCatalog();
        if (!database.getNameQualifierSupport().supportsSchemas()) {
            return catalog == null ? "" : spelling.toMetaDataCatalogName(catalog);
        }
        requireSame(catalog, database.getCurrentCatalog());
        return schema == null ? "" : spelling.toMetaDataSchemaName(schema);
    }

    private static void requireSame(@Nullable Identifier catalog, @Nullable Identifier connected) {
        if (catalog != null && connected != null && !catalog.getText().equalsIgnoreCase(connected.getText())) {
            throw new MintmarkMappingException("counters must be in the database that connections are of, which is "
                    + connected.getText() + ": the unit's default catalog is " + catalog.getText() + "; set "
                    + MintmarkSettings.SOURCES + " to say where they live");
        }
    }
}
