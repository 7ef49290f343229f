package io.mintmark.cotenancy;

import static org.hibernate.id.OptimizableGenerator.INCREMENT_PARAM;
import static org.hibernate.id.OptimizableGenerator.OPT_PARAM;
import static org.hibernate.id.enhanced.TableGenerator.SEGMENT_VALUE_PARAM;
import static org.hibernate.id.enhanced.TableGenerator.TABLE_PARAM;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.id.enhanced.TableGenerator;

/** Entities whose ids come from a row of {@code hibernate_sequences}, by each of Hibernate's optimizers. */
@SuppressWarnings("deprecation") // the one way to name an optimizer per generator that works in both lines
final class HibernateTables {
    private HibernateTables() {}

    @Entity(name = "of_table_pooled")
    static class OfPooled implements Identified {
        @Id
        @GeneratedValue(generator = "table_pooled")
        @GenericGenerator(
                name = "table_pooled",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "table_pooled"),
                    @Parameter(name = OPT_PARAM, value = "pooled"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_table_pooled_lo")
    static class OfPooledLo implements Identified {
        @Id
        @GeneratedValue(generator = "table_pooled_lo")
        @GenericGenerator(
                name = "table_pooled_lo",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "table_pooled_lo"),
                    @Parameter(name = OPT_PARAM, value = "pooled-lo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_table_hilo")
    static class OfHilo implements Identified {
        @Id
        @GeneratedValue(generator = "table_hilo")
        @GenericGenerator(
                name = "table_hilo",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "table_hilo"),
                    @Parameter(name = OPT_PARAM, value = "hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_table_legacy_hilo")
    static class OfLegacyHilo implements Identified {
        @Id
        @GeneratedValue(generator = "table_legacy_hilo")
        @GenericGenerator(
                name = "table_legacy_hilo",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "table_legacy_hilo"),
                    @Parameter(name = OPT_PARAM, value = "legacy-hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_next_pooled")
    static class NextPooled implements Identified {
        @Id
        @GeneratedValue(generator = "next_pooled")
        @GenericGenerator(
                name = "next_pooled",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "next_pooled"),
                    @Parameter(name = OPT_PARAM, value = "pooled"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_next_pooled_lo")
    static class NextPooledLo implements Identified {
        @Id
        @GeneratedValue(generator = "next_pooled_lo")
        @GenericGenerator(
                name = "next_pooled_lo",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "next_pooled_lo"),
                    @Parameter(name = OPT_PARAM, value = "pooled-lo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_next_hilo")
    static class NextHilo implements Identified {
        @Id
        @GeneratedValue(generator = "next_hilo")
        @GenericGenerator(
                name = "next_hilo",
                type = TableGenerator.class,
                parameters = {
                    @Parameter(name = TABLE_PARAM, value = "hibernate_sequences"),
                    @Parameter(name = SEGMENT_VALUE_PARAM, value = "next_hilo"),
                    @Parameter(name = OPT_PARAM, value = "hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }
}
