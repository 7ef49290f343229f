package io.mintmark.cotenancy;

import static org.hibernate.id.OptimizableGenerator.INCREMENT_PARAM;
import static org.hibernate.id.OptimizableGenerator.OPT_PARAM;
import static org.hibernate.id.enhanced.SequenceStyleGenerator.FORCE_TBL_PARAM;
import static org.hibernate.id.enhanced.SequenceStyleGenerator.SEQUENCE_PARAM;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.id.enhanced.SequenceStyleGenerator;

/** Entities whose sequence is forced to be a table of one row, by each of Hibernate's optimizers. */
@SuppressWarnings("deprecation") // the one way to name an optimizer per generator that works in both lines
final class HibernateRows {
    private HibernateRows() {}

    @Entity(name = "of_row_pooled")
    static class OfPooled implements Identified {
        @Id
        @GeneratedValue(generator = "row_pooled")
        @GenericGenerator(
                name = "row_pooled",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "row_pooled"),
                    @Parameter(name = FORCE_TBL_PARAM, value = "true"),
                    @Parameter(name = OPT_PARAM, value = "pooled"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_row_pooled_lo")
    static class OfPooledLo implements Identified {
        @Id
        @GeneratedValue(generator = "row_pooled_lo")
        @GenericGenerator(
                name = "row_pooled_lo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "row_pooled_lo"),
                    @Parameter(name = FORCE_TBL_PARAM, value = "true"),
                    @Parameter(name = OPT_PARAM, value = "pooled-lo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_row_hilo")
    static class OfHilo implements Identified {
        @Id
        @GeneratedValue(generator = "row_hilo")
        @GenericGenerator(
                name = "row_hilo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "row_hilo"),
                    @Parameter(name = FORCE_TBL_PARAM, value = "true"),
                    @Parameter(name = OPT_PARAM, value = "hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_row_legacy_hilo")
    static class OfLegacyHilo implements Identified {
        @Id
        @GeneratedValue(generator = "row_legacy_hilo")
        @GenericGenerator(
                name = "row_legacy_hilo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "row_legacy_hilo"),
                    @Parameter(name = FORCE_TBL_PARAM, value = "true"),
                    @Parameter(name = OPT_PARAM, value = "legacy-hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }
}
