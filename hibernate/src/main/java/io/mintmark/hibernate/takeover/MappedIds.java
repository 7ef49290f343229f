package io.mintmark.hibernate.takeover;

import java.util.List;
import java.util.Set;

/**
 * Ids as they were mapped: of an entity and those that inherit from it, or of the rows of a collection.
 *
 * @param attribute the entity and its id for messages, such as {@code Order.id}
 * @param names what a setting may call them: the entity, its class, its generator
 * @param places the columns that hold them, one for each table with ids of its own
 * @param storesLastUsed whether Hibernate's table generators store the last value used, which a setting says
 * @param adaptsIncrement whether Hibernate takes the increment that it finds in a sequence, which a setting says
 * @param isHistory whether they number the revisions of a history, whose order they are
 * @param isPart whether they are parts of composite ids
 */
record MappedIds(
        String attribute,
        Set<String> names,
        List<IdPlace> places,
        boolean storesLastUsed,
        boolean adaptsIncrement,
        boolean isHistory,
        boolean isPart) {

    MappedIds {
        names = Set.copyOf(names);
        places = List.copyOf(places);
    }
}
