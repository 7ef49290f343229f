package io.mintmark.hibernate.takeover;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.generator.Generator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.id.enhanced.TableGenerator;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.IdentifierCollection;
import org.hibernate.mapping.KeyValue;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;

/**
 * Puts generators around Hibernate's own in a unit with {@link #SETTING}; Hibernate finds it by itself.
 *
 * <p>It does so after the mapping was read, and before Hibernate makes any. What the setting names is known once the
 * session factory is there: until then sequences have no name.
 *
 * <p>Entities that another contributor adds later, such as those of Envers' history, keep their generators.
 */
public final class TakeoverContributor implements AdditionalMappingContributor {
    /** The setting that names the generators to take over. */
    public static final String SETTING = "mintmark.hibernate.takeover";

    /** Creates the contributor; called by Hibernate. */
    public TakeoverContributor() {}

    @Override
    public void contribute(
            AdditionalMappingContributions contributions,
            InFlightMetadataCollector metadata,
            ResourceStreamLocator resources,
            MetadataBuildingContext context) {
        @Nullable ConfigurationService settings =
                context.getBootstrapContext().getServiceRegistry().getService(ConfigurationService.class);
        if (settings != null && settings.getSettings().get(SETTING) != null) {
            MappedIdsReader reader = new MappedIdsReader(settings.getSettings());
            wrapAll(metadata, reader);
            Parts parts = new Parts();
            Parts.BY_MAPPING.put(metadata.getDatabase(), parts);
            roots(metadata).forEach(root -> watchParts(root, reader, parts, metadata.getDatabase()));
        }
    }

    private static void wrapAll(InFlightMetadataCollector metadata, MappedIdsReader reader) {
        roots(metadata).forEach(root -> wrap(root.getIdentifier(), id -> reader.of(root, id), metadata.getDatabase()));
        for (Collection collection : metadata.getCollectionBindings()) {
            if (collection instanceof IdentifierCollection bag) {
                wrap(bag.getIdentifier(), id -> reader.of(bag, id), metadata.getDatabase());
            }
        }
    }

    private static Stream<RootClass> roots(InFlightMetadataCollector metadata) {
        return metadata.getEntityBindings().stream()
                .filter(RootClass.class::isInstance)
                .map(RootClass.class::cast);
    }

    private static void wrap(@Nullable KeyValue id, Function<SimpleValue, MappedIds> reader, Database database) {
        // An id of several parts is a component, and its parts have generators that are no entity's: they are watched.
        if (id instanceof SimpleValue value && !(value instanceof Component)) {
            MappedIds mapped = reader.apply(value);
            Creators.wrap(value, original -> wrapped(original, mapped, database));
        }
    }

    private static void watchParts(RootClass root, MappedIdsReader reader, Parts parts, Database database) {
        if (root.getIdentifier() instanceof Component id) {
            for (Property part : id.getProperties()) {
                if (part.getValue() instanceof SimpleValue value && Creators.makesOneOf(value)) {
                    MappedIds mapped = reader.ofPart(root, id, part.getName());
                    Creators.wrap(value, original -> {
                        Class<?> type = value.getType().getReturnedClass();
                        parts.add(MappedGenerator.of(wrapped(original, mapped, database), mapped, type));
                        return original;
                    });
                }
            }
        }
    }

    /** Classes that extend Hibernate's may do anything, and are left as they are. */
    private static Generator wrapped(Generator original, MappedIds mapped, Database database) {
        if (original.getClass() == SequenceStyleGenerator.class) {
            return new WrappedSequence((SequenceStyleGenerator) original, mapped);
        }
        return original.getClass() == TableGenerator.class
                ? new WrappedTable((TableGenerator) original, mapped, database)
                : original;
    }

    /**
     * The generators of the parts of composite ids, as Hibernate makes them: a session factory shows only what joins
     * them. Thread-safe.
     */
    public static final class Parts {
        private static final Map<Database, Parts> BY_MAPPING = Collections.synchronizedMap(new WeakHashMap<>());

        private final Map<String, MappedGenerator> byAttribute = new ConcurrentSkipListMap<>();

        private Parts() {}

        /** Returns those of {@code mapping}, which are there once its session factory is. */
        public static Parts of(Metadata mapping) {
            return BY_MAPPING.getOrDefault(mapping.getDatabase(), new Parts());
        }

        /** One mapping may become several session factories, whose generators are alike. */
        private void add(MappedGenerator part) {
            byAttribute.put(part.mapped().attribute(), part);
        }

        List<MappedGenerator> all() {
            return List.copyOf(byAttribute.values());
        }
    }
}
