package io.mintmark.cli.terminal;

import io.mintmark.MintmarkException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Environment variables as defaults of options: {@code MINTMARK_LIMIT_BODY} for {@code --limit-body}.
 *
 * <p>What is typed wins, and hides its variable altogether, as well as those of options that exclude it: a bad value
 * that is not used is no reason to refuse. A request for help is answered whatever the variables say.
 */
public final class Variables implements IDefaultValueProvider {
    /** Begins the name of each variable that we read. */
    public static final String PREFIX = "MINTMARK_";

    /** A variable without an option: what is typed can be read by every process of the machine. */
    public static final String JDBC_PASSWORD = PREFIX + "JDBC_PASSWORD";

    /** The same for the file of the server's certificate. */
    public static final String CERTIFICATE_PASSWORD = PREFIX + "CERTIFICATE_PASSWORD";

    /** The same for the file of the certificate that a command shows to a server. */
    public static final String OWN_CERTIFICATE_PASSWORD = PREFIX + "OWN_CERTIFICATE_PASSWORD";

    /** The same for PostgreSQL as the store. */
    public static final String STORE_PASSWORD = PREFIX + "STORE_PASSWORD";

    /** The bearer token for a server that asks who calls; a variable alone for the same reason. */
    public static final String TOKEN = PREFIX + "TOKEN";

    /** Asks for the help with the options that few need. */
    public static final String HELP_ALL = "--help-all";

    private static final List<String> HELP = List.of("-h", "--help", HELP_ALL, "-V", "--version");

    /** Options of which a command takes one at a time. */
    private static final List<Set<String>> RIVALS = List.of(
            Set.of("--url", "--data"),
            Set.of("--all", "--database"),
            Set.of("--by", "--rate"),
            Set.of("--by", "--period"),
            Set.of("--raise", "--raise-by", "--rate", "--for-a-look"),
            Set.of("--raise", "--raise-by", "--period", "--for-a-look"),
            Set.of("--operator", "--allow", "--allow-nothing"),
            Set.of("--certificate", "--public-key-of", "--thumbprint"),
            Set.of("--waiting", "--show", "--again", "--drop"),
            Set.of("--number", "--limit"));

    private final Map<String, String> environment;
    private final List<String> typed;

    /** Reads {@code environment} for what {@code args} do not say. */
    public Variables(Map<String, String> environment, String... args) {
        this.environment = environment;
        this.typed = List.of(args);
    }

    /** Returns those that {@code command} reads. */
    public static Variables of(CommandLine command) {
        return (Variables) command.getDefaultValueProvider();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec option) {
        String variable = inUse(option);
        return variable == null ? null : environment.get(variable);
    }

    /** Returns the password of {@link #JDBC_PASSWORD}, if there is one. */
    public Optional<String> jdbcPassword() {
        return given(JDBC_PASSWORD);
    }

    /** Returns the password of {@link #CERTIFICATE_PASSWORD}, if there is one. */
    public Optional<String> certificatePassword() {
        return given(CERTIFICATE_PASSWORD);
    }

    /** Returns the password of {@link #OWN_CERTIFICATE_PASSWORD}, if there is one. */
    public Optional<String> ownCertificatePassword() {
        return given(OWN_CERTIFICATE_PASSWORD);
    }

    /** Returns the password of {@link #STORE_PASSWORD}, if there is one. */
    public Optional<String> storePassword() {
        return given(STORE_PASSWORD);
    }

    private Optional<String> given(String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
    }

    /** Returns the bearer token of {@link #TOKEN}, if there is one. */
    public Optional<String> token() {
        return Optional.ofNullable(environment.get(TOKEN))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(Variables::requirePrintable);
    }

    /** A token is not shown, not even one that is none. */
    private static String requirePrintable(String token) {
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new MintmarkException(
                    TOKEN + " must be a bearer token, and has characters that none has: give one line of ASCII.");
        }
        return token;
    }

    /** Returns what a complaint about the option should call it: the variable that gave its value, or the option. */
    public String origin(ArgSpec argument) {
        String variable = inUse(argument);
        if (variable != null) {
            return variable;
        }
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    /** Returns the variable that gives the option its value, or null if none does. */
    private @Nullable String inUse(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || !hasVariable(option) || isHelpAsked()) {
            return null;
        }
        String variable = nameFor(option.longestName());
        String value = environment.get(variable);
        return value == null || value.isEmpty() || isHidden(option) ? null : variable;
    }

    private boolean isHidden(OptionSpec option) {
        String name = option.longestName();
        return isTyped(name)
                || RIVALS.stream()
                        .filter(rivals -> rivals.contains(name))
                        .flatMap(Set::stream)
                        .anyMatch(this::isTyped);
    }

    /** Returns whether somebody wants to read how to use the command. */
    public boolean isHelpAsked() {
        return typed.stream().anyMatch(HELP::contains);
    }

    /** Returns whether a variable can stand for the option; help is asked for by typing only. */
    public static boolean hasVariable(OptionSpec option) {
        return !HELP.contains(option.longestName());
    }

    private boolean isTyped(String name) {
        return typed.stream().anyMatch(arg -> arg.equals(name) || arg.startsWith(name + "="));
    }

    /** Returns the variable that stands for an option. */
    public static String nameFor(String option) {
        return PREFIX + option.substring("--".length()).replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
