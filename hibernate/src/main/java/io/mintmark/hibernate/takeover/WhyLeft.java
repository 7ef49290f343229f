package io.mintmark.hibernate.takeover;

import io.mintmark.hibernate.takeover.UnitTakeover.ReadGenerator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The reasons for leaving a generator alone although it is known how it counts. */
final class WhyLeft {
    private WhyLeft() {}

    /** Returns why none of the generators of one counter can be taken over. */
    static Optional<String> of(List<ReadGenerator> sharing, Surroundings around) {
        if (around.connections().isEmpty() && around.tenancy().isEmpty()) {
            return Optional.of(
                    "its counters are in more than one place, or in none: a router or a mapper chooses the connection of"
                            + " each session's tenant, or the unit has none of its own");
        }
        CounterReading first = sharing.get(0).reading();
        return sharing.stream().allMatch(each -> each.reading().agreesWith(first))
                ? Optional.empty()
                : Optional.of("generators of one counter read it by different rules, so that ids may coincide: "
                        + sharing.stream()
                                .map(each -> each.generator().mapped().attribute() + " " + each.reading())
                                .collect(Collectors.joining(", ")));
    }

    /** Returns why this one cannot be taken over. */
    static Optional<String> of(MappedGenerator generator) {
        if (generator.mapped().isPart()) {
            return Optional.of(
                    "it makes a part of composite ids, and no key tells whether its counter stands above them");
        }
        if (generator.wrapper().isEmpty()) {
            return Optional.of("Hibernate made its generator before one could be put around it, as it does for mappings"
                    + " that other programs add");
        }
        return IdForm.of(generator.type()).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "its ids are of the type " + generator.type().getName() + ", which is not one of numbers");
    }
}
