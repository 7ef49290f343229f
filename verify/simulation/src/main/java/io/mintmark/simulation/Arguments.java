package io.mintmark.simulation;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.LeftOut;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was asked for on the command line. */
final class Arguments {
    private @Nullable Long seed;
    private int seeds = 1;
    private long events = 200_000;
    private int clients = 60;
    private int counters = 40;
    private @Nullable Shape shape;
    private Twin twin = Twin.NONE;
    private final List<Fault> faults = new ArrayList<>();
    private boolean onlyThese;
    private LeftOut leftOut = LeftOut.NOTHING;
    private long rest;
    private long until;
    private boolean lists;
    private boolean costs;
    private boolean shrinks = true;

    Arguments(String[] given) {
        Deque<String> left = new ArrayDeque<>(List.of(given));
        while (!left.isEmpty()) {
            read(left.removeFirst(), left);
        }
    }

    private void read(String option, Deque<String> left) {
        switch (option) {
            case "--list" -> lists = true;
            case "--costs" -> costs = true;
            case "--no-shrink" -> shrinks = false;
            case "--seed" -> seed = number(option, left);
            case "--seeds" -> seeds = (int) number(option, left);
            case "--events" -> events = number(option, left);
            case "--until" -> until = number(option, left);
            case "--clients" -> clients = (int) number(option, left);
            case "--counters" -> counters = (int) number(option, left);
            case "--shape" -> shape = Shape.valueOf(name(option, left));
            case "--twin" -> twin = Twin.valueOf(name(option, left));
            case "--fault" -> only(name(option, left));
            case "--skip" -> leftOut = leftOut.incident((int) number(option, left));
            case "--idle" -> leftOut = leftOut.client((int) number(option, left));
            case "--nobody" -> leftOut = leftOut.thing(LeftOut.Thing.valueOf(name(option, left)));
            case "--from-ms" -> leftOut = leftOut.before(number(option, left) * Agenda.MILLI);
            case "--rest-ms" -> rest = number(option, left) * Agenda.MILLI;
            default -> throw new IllegalArgumentException("unknown option " + option + "; see --help");
        }
    }

    private void only(String fault) {
        onlyThese = true;
        if (!fault.equals("NONE")) {
            faults.add(Fault.valueOf(fault));
        }
    }

    private static String value(String option, Deque<String> left) {
        if (left.isEmpty()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return left.removeFirst();
    }

    private static long number(String option, Deque<String> left) {
        return Long.parseLong(value(option, left).replace("_", ""));
    }

    private static String name(String option, Deque<String> left) {
        return value(option, left).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    boolean lists() {
        return lists;
    }

    /** Returns whether the costs of an id are asked for. */
    boolean costs() {
        return costs;
    }

    boolean shrinks() {
        return shrinks;
    }

    int seeds() {
        return seeds;
    }

    /** Returns whether one run is to be told as a story. */
    boolean tells() {
        return seed != null && seeds == 1;
    }

    long firstSeed() {
        Long given = seed;
        return given == null ? System.nanoTime() >>> 10 : given;
    }

    Settings settings(long ofSeed) {
        Settings settings = Settings.of(ofSeed);
        if (shape != null) {
            settings = settings.on(shape);
        }
        settings = settings.broken(twin).sized(events, clients, counters).without(leftOut);
        if (onlyThese) {
            settings = settings.with(faults);
        }
        if (rest != 0) {
            settings = settings.resting(rest);
        }
        return until == 0 ? settings : settings.until(until);
    }
}
