package io.mintmark.hibernate.takeover;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.IdentifierCollection;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;
import org.jspecify.annotations.Nullable;

/** Reads what a mapping says of ids, while Hibernate still has the mapping. */
final class MappedIdsReader {
    /** Named by text: Envers need not be there. */
    private static final String REVISION_ENTITY = "org.hibernate.envers.RevisionEntity";

    private final boolean storesLastUsed;
    private final boolean adaptsIncrement;

    /** Takes the two settings that change what a generator means. */
    MappedIdsReader(Map<String, Object> settings) {
        @Nullable Object lastUsed = settings.get(MappingSettings.TABLE_GENERATOR_STORE_LAST_USED);
        @Nullable Object mismatch = settings.get(MappingSettings.SEQUENCE_INCREMENT_SIZE_MISMATCH_STRATEGY);
        this.storesLastUsed = lastUsed == null || Boolean.parseBoolean(lastUsed.toString());
        this.adaptsIncrement = mismatch != null && mismatch.toString().equalsIgnoreCase("fix");
    }

    /** Returns the ids of {@code root} and of all entities that inherit from it. */
    MappedIds of(RootClass root, SimpleValue id) {
        @Nullable Property attribute = root.getIdentifierProperty();
        String name = attribute == null ? "(id)" : attribute.getName();
        @Nullable Class<?> type = typeOf(root);
        Set<String> names = namesOf(root);
        if (type != null) {
            names.addAll(GeneratorNames.of(type, name));
        }
        return mapped(shortName(root) + "." + name, names, places(root, id), type);
    }

    /** Returns the part {@code name} of the composite ids of {@code root}, whose column alone is no key. */
    MappedIds ofPart(RootClass root, Component id, String name) {
        @Nullable Property attribute = root.getIdentifierProperty();
        Set<String> names = namesOf(root);
        Stream.of(typeOf(root), typeOf(id))
                .filter(Objects::nonNull)
                .forEach(type -> names.addAll(GeneratorNames.of(type, name)));
        String whole = shortName(root) + "." + (attribute == null ? "" : attribute.getName() + ".") + name;
        return new MappedIds(whole, names, List.of(), storesLastUsed, adaptsIncrement, false, true);
    }

    private static @Nullable Class<?> typeOf(RootClass root) {
        return root.hasPojoRepresentation() ? root.getMappedClass() : null;
    }

    private static @Nullable Class<?> typeOf(Component id) {
        return id.isDynamic() || id.getComponentClassName() == null ? null : id.getComponentClass();
    }

    private static Set<String> namesOf(RootClass root) {
        Set<String> names = new LinkedHashSet<>();
        names.add(root.getEntityName());
        if (root.getJpaEntityName() != null) {
            names.add(root.getJpaEntityName());
        }
        return names;
    }

    /** Returns the ids of the rows of {@code bag}. */
    MappedIds of(IdentifierCollection bag, SimpleValue id) {
        String role = bag.getRole();
        String attribute = role.substring(role.lastIndexOf('.') + 1);
        Set<String> names = Set.of(role, shortName(bag.getOwner()) + "." + attribute);
        return mapped(
                shortName(bag.getOwner()) + "." + attribute + " (collection)",
                names,
                place(bag.getCollectionTable(), id).stream().toList(),
                null);
    }

    /** Returns what is known of ids whose mapping is gone: an entity and its id, or a collection. */
    MappedIds named(String whole, String name, @Nullable String attribute) {
        Set<String> names = new LinkedHashSet<>(List.of(whole));
        names.add(name);
        return mapped(attribute == null ? name + " (collection)" : name + "." + attribute, names, List.of(), null);
    }

    private MappedIds mapped(String attribute, Set<String> names, List<IdPlace> places, @Nullable Class<?> type) {
        return new MappedIds(attribute, names, places, storesLastUsed, adaptsIncrement, isHistory(type), false);
    }

    private static boolean isHistory(@Nullable Class<?> type) {
        return type != null
                && Stream.of(type.getAnnotations())
                        .map(Annotation::annotationType)
                        .anyMatch(annotation -> annotation.getName().equals(REVISION_ENTITY));
    }

    private static String shortName(PersistentClass entity) {
        String name = entity.getJpaEntityName() == null ? entity.getEntityName() : entity.getJpaEntityName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** A table for each concrete class has ids of its own; all other tables repeat those of the topmost one. */
    private static List<IdPlace> places(RootClass root, SimpleValue id) {
        List<IdPlace> places = new ArrayList<>(place(root.getTable(), id));
        root.getSubclasses().stream()
                .filter(UnionSubclass.class::isInstance)
                .forEach(subclass -> places.addAll(place(subclass.getTable(), id)));
        return places;
    }

    private static List<IdPlace> place(Table table, SimpleValue id) {
        List<Column> columns = id.getColumns();
        if (columns.size() != 1 || !table.isPhysicalTable()) {
            return List.of();
        }
        Column column = columns.get(0);
        return List.of(new IdPlace(table.getQualifiedTableName(), column.getName(), column.isQuoted()));
    }
}
