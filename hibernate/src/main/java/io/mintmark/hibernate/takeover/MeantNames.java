package io.mintmark.hibernate.takeover;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Finds names in the setting that mean nothing, and refuses them. */
final class MeantNames {
    private MeantNames() {}

    static void require(List<MappedGenerator> all, Names names, Function<String, RuntimeException> refusal) {
        for (String name : names.each()) {
            if (all.stream().noneMatch(each -> each.isMeant(new Names(false, List.of(name))))) {
                throw refusal.apply(whyNot(all, name));
            }
        }
    }

    private static String whyNot(List<MappedGenerator> all, String name) {
        String must =
                TakeoverContributor.SETTING + " must name entities, or generators over a sequence or a table: " + name;
        return all.stream()
                .filter(each -> each.mapped().names().contains(name))
                .findFirst()
                .map(each -> must + " has ids of " + each.original().getClass().getName() + "; take the name away")
                .orElseGet(() -> must + " is none of these; known are " + known(all) + ", or write all");
    }

    private static Set<String> known(List<MappedGenerator> all) {
        Set<String> known = new TreeSet<>();
        all.stream()
                .filter(each -> each.isMeant(new Names(true, List.of())))
                .forEach(each -> known.addAll(GeneratorReader.namesOf(each.original(), each.mapped())));
        return known;
    }
}
