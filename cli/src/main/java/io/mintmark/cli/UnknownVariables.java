package io.mintmark.cli;

import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.decimal.Launch;
import io.mintmark.internal.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Variables whose names begin as ours do and that nothing reads.
 *
 * <p>One that is nearly a known name was meant for us: a server that ignored it would run with a setting that its owner
 * believes to have changed, so it is refused. Any other may be somebody else's (an orchestrator makes
 * {@code MINTMARK_SERVICE_HOST} of a service named mintmark), so it is only mentioned in the log.
 */
final class UnknownVariables {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownVariables.class);
    private static final String PREFIX = Variables.PREFIX;

    /** What the launcher reads. */
    static final List<String> LAUNCHER = List.of("MINTMARK_JAVA_OPTS", "MINTMARK_NO_PREPARED");

    private final Map<String, String> environment;

    UnknownVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Refuses what is misspelt, and mentions what is unknown; empty variables count as absent. */
    void check(CommandLine command) {
        Set<String> known = known(command);
        Map<String, String> foreign = new TreeMap<>();
        for (String name : unknown(known)) {
            String nearest = Spelling.nearest(upper(name), known).orElseThrow();
            if (Spelling.isSlip(upper(name).substring(PREFIX.length()), nearest.substring(PREFIX.length()))) {
                throw new ParameterException(
                        command,
                        "the variable " + name + " is none that is known, did you mean " + nearest
                                + "? Correct it or unset it");
            }
            foreign.put(name, nearest);
        }
        foreign.forEach((name, nearest) -> LOG.warn(
                "The variable {} is none that is known, and is ignored; the nearest one is {}.",
                OneLine.of(name),
                nearest));
    }

    private static Set<String> known(CommandLine command) {
        Set<String> known = new TreeSet<>(LAUNCHER);
        known.add(Variables.JDBC_PASSWORD);
        known.add(Variables.TOKEN);
        known.add(Variables.CERTIFICATE_PASSWORD);
        known.add(Variables.OWN_CERTIFICATE_PASSWORD);
        known.add(Variables.STORE_PASSWORD);
        known.add(Launch.VARIABLE);
        addOptions(known, command);
        CommandLine serve = main(command).getSubcommands().get("serve");
        if (serve != null) {
            // In a container the variables of its server are there for every command that is run in it.
            addOptions(known, serve);
        }
        return known;
    }

    private static CommandLine main(CommandLine command) {
        CommandLine parent = command.getParent();
        return parent == null ? command : main(parent);
    }

    private static void addOptions(Set<String> known, CommandLine command) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (Variables.hasVariable(option)) {
                known.add(Variables.nameFor(option.longestName()));
            }
        }
    }

    private List<String> unknown(Set<String> known) {
        List<String> unknown = new ArrayList<>();
        environment.forEach((name, value) -> {
            if (upper(name).startsWith(PREFIX) && !known.contains(name) && !value.isEmpty()) {
                unknown.add(name);
            }
        });
        unknown.sort(null);
        return unknown;
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
