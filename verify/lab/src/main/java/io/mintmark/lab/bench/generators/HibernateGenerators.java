package io.mintmark.lab.bench.generators;

import java.util.List;
import org.hibernate.id.IdentifierGeneratorHelper;
import org.hibernate.id.IntegralDataTypeHolder;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.hibernate.id.enhanced.PooledLoThreadLocalOptimizer;

/**
 * Hibernate's pooled-lo arithmetic alone, increment 1000: no session, no SQL, the counter stands in for the sequence.
 */
final class HibernateGenerators {
    private static final int INCREMENT = 1_000;

    private HibernateGenerators() {}

    static List<Entry> entries() {
        return List.of(
                Entry.of(
                        "hibernate-pooled-lo",
                        counter -> driven(new PooledLoOptimizer(Long.class, INCREMENT), counter)),
                Entry.of(
                        "hibernate-pooled-lotl",
                        counter -> driven(new PooledLoThreadLocalOptimizer(Long.class, INCREMENT), counter)));
    }

    private static Subject driven(Optimizer optimizer, MeasuredCounter counter) {
        AccessCallback sequence = new Sequence(counter);
        return () -> () -> (Long) optimizer.generate(sequence);
    }

    private record Sequence(MeasuredCounter counter) implements AccessCallback {
        @Override
        public IntegralDataTypeHolder getNextValue() {
            return IdentifierGeneratorHelper.getIntegralDataTypeHolder(Long.class)
                    .initialize(counter.reserve(INCREMENT));
        }

        @Override
        @SuppressWarnings("NullAway") // null is how Hibernate says "no tenants"; its API carries no nullness marks
        public String getTenantIdentifier() {
            return null;
        }
    }
}
