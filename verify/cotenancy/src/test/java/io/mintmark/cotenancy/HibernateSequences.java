package io.mintmark.cotenancy;

import static org.hibernate.id.OptimizableGenerator.INCREMENT_PARAM;
import static org.hibernate.id.OptimizableGenerator.OPT_PARAM;
import static org.hibernate.id.enhanced.SequenceStyleGenerator.SEQUENCE_PARAM;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.id.enhanced.SequenceStyleGenerator;

/** Entities whose ids come from a sequence, by each of Hibernate's optimizers. */
@SuppressWarnings("deprecation") // the one way to name an optimizer per generator that works in both lines
final class HibernateSequences {
    private HibernateSequences() {}

    @Entity(name = "of_sequence_pooled")
    static class OfPooled implements Identified {
        @Id
        @GeneratedValue(generator = "sequence_pooled")
        @GenericGenerator(
                name = "sequence_pooled",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "sequence_pooled"),
                    @Parameter(name = OPT_PARAM, value = "pooled"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_sequence_pooled_lo")
    static class OfPooledLo implements Identified {
        @Id
        @GeneratedValue(generator = "sequence_pooled_lo")
        @GenericGenerator(
                name = "sequence_pooled_lo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "sequence_pooled_lo"),
                    @Parameter(name = OPT_PARAM, value = "pooled-lo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_sequence_hilo")
    static class OfHilo implements Identified {
        @Id
        @GeneratedValue(generator = "sequence_hilo")
        @GenericGenerator(
                name = "sequence_hilo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "sequence_hilo"),
                    @Parameter(name = OPT_PARAM, value = "hilo"),
                    @Parameter(name = INCREMENT_PARAM, value = "10")
                })
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_sequence_legacy_hilo")
    static class OfLegacyHilo implements Identified {
        @Id
        @GeneratedValue(generator = "sequence_legacy_hilo")
        @GenericGenerator(
                name = "sequence_legacy_hilo",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = SEQUENCE_PARAM, value = "sequence_legacy_hilo"),
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
