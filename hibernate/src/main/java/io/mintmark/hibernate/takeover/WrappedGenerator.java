package io.mintmark.hibernate.takeover;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.PersistentIdentifierGenerator;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.resource.jdbc.internal.LogicalConnectionProvidedImpl;
import org.jspecify.annotations.Nullable;

/**
 * A generator of Hibernate's with another one around it, from which ids come where the unit decided so.
 *
 * <p>Schema export and validation, statements that make ids in the database, and the increment that Hibernate reasons
 * with are asked of Hibernate's own generator. It also makes the ids until the unit has decided, where it decided
 * against it, and in sessions over a connection that the application brought: that may lead to another database. Both
 * ways may be mixed, since each takes whole blocks of the same counter. Safe for any number of threads.
 */
abstract class WrappedGenerator implements PersistentIdentifierGenerator {
    private static final long serialVersionUID = 1L;

    /** Makes ids, or leaves them to Hibernate. */
    @FunctionalInterface
    interface Ids {
        /** Returns the next id for {@code session}'s tenant; null where Hibernate's own generator is to make it. */
        @Nullable Object next(SharedSessionContractImplementor session);
    }

    private final transient PersistentIdentifierGenerator original;
    private final transient MappedIds mapped;

    /** Keyed by the session factory's own number: one mapping may become several session factories. */
    private final transient Map<String, Ids> byFactory = new ConcurrentHashMap<>();

    WrappedGenerator(PersistentIdentifierGenerator original, MappedIds mapped) {
        this.original = original;
        this.mapped = mapped;
    }

    PersistentIdentifierGenerator original() {
        return original;
    }

    MappedIds mapped() {
        return mapped;
    }

    /** Returns the table as Hibernate's statements name it; empty if it has no row in a table of counters. */
    Optional<QualifiedName> table() {
        return Optional.empty();
    }

    void bind(SessionFactoryImplementor factory, Ids ids) {
        byFactory.put(factory.getUuid(), ids);
    }

    void unbind(String factory) {
        byFactory.remove(factory);
    }

    @Override
    public Object generate(SharedSessionContractImplementor session, Object owner) {
        @Nullable Ids ids = byFactory.get(session.getFactory().getUuid());
        @Nullable Object next = ids == null || isOnAnothersConnection(session) ? null : ids.next(session);
        return next == null ? original.generate(session, owner) : next;
    }

    private static boolean isOnAnothersConnection(SharedSessionContractImplementor session) {
        return session.getJdbcCoordinator().getLogicalConnection() instanceof LogicalConnectionProvidedImpl;
    }

    @Override
    public Optimizer getOptimizer() {
        return original.getOptimizer();
    }

    @Override
    public void registerExportables(Database database) {
        original.registerExportables(database);
    }

    @Override
    public void initialize(SqlStringGenerationContext context) {
        original.initialize(context);
    }
}
