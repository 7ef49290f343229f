package io.mintmark.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.jspecify.annotations.Nullable;

/** Entities whose generators nobody can prove to be shared safely, each for a reason of its own. */
final class Mismatches {
    private Mismatches() {}

    /** A class of the application's own, which may count in any way. */
    public static final class OwnGenerator extends SequenceStyleGenerator {}

    /** An optimizer of the application's own, which extends one that is known. */
    public static final class OwnOptimizer extends PooledLoOptimizer {
        private static final long serialVersionUID = 1L;

        /** Creates the optimizer; called by Hibernate. */
        public OwnOptimizer(Class<?> type, int size) {
            super(type, size);
        }
    }

    @Entity(name = "Bin")
    @Table(name = "bin")
    static class Bin {
        @Id
        @GeneratedValue(generator = "bins")
        @SequenceGenerator(name = "bins", sequenceName = "bin_numbers", allocationSize = 10)
        @Nullable Long id;

        @Column(name = "label")
        String label = "nails";
    }

    /** Draws from the sequence of {@link Bin} by another optimizer, which Hibernate does not notice. */
    @Entity(name = "Lid")
    @Table(name = "lid")
    static class Lid {
        @Id
        @GeneratedValue(generator = "lids")
        @GenericGenerator(
                name = "lids",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = "sequence_name", value = "bin_numbers"),
                    @Parameter(name = "increment_size", value = "10"),
                    @Parameter(name = "optimizer", value = "pooled-lo")
                })
        @Nullable Long id;
    }

    @Entity(name = "Small")
    @Table(name = "small")
    static class Small {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "smalls")
        @TableGenerator(name = "smalls", table = "sizes", pkColumnValue = "one", allocationSize = 10)
        @Nullable Long id;
    }

    /** Draws from the row of {@link Small} by another size. */
    @Entity(name = "Large")
    @Table(name = "large")
    static class Large {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "larges")
        @TableGenerator(name = "larges", table = "sizes", pkColumnValue = "one", allocationSize = 20)
        @Nullable Long id;
    }

    @Entity(name = "Late")
    @Table(name = "late")
    static class Late {
        @Id
        @GeneratedValue(generator = "lates")
        @SequenceGenerator(name = "lates", sequenceName = "late_numbers", initialValue = 100, allocationSize = 10)
        @Nullable Long id;
    }

    @Entity(name = "Backward")
    @Table(name = "backward")
    static class Backward {
        @Id
        @GeneratedValue(generator = "backwards")
        @SequenceGenerator(name = "backwards", sequenceName = "backward_numbers", allocationSize = -1)
        @Nullable Long id;
    }

    @Entity(name = "Odd")
    @Table(name = "odd")
    static class Odd {
        @Id
        @GeneratedValue(generator = "odds")
        @GenericGenerator(name = "odds", type = OwnGenerator.class)
        @Nullable Long id;
    }

    /** A sequence that Hibernate is told to keep as a table of one row. */
    @Entity(name = "Single")
    @Table(name = "single")
    static class Single {
        @Id
        @GeneratedValue(generator = "singles")
        @GenericGenerator(
                name = "singles",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = "sequence_name", value = "single_numbers"),
                    @Parameter(name = "force_table_use", value = "true")
                })
        @Nullable Long id;
    }

    @Entity(name = "Dock")
    @Table(name = "dock")
    static class Dock {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "docks")
        @TableGenerator(name = "docks", table = "dock_counters", initialValue = 5, allocationSize = 10)
        @Nullable Long id;
    }
}
