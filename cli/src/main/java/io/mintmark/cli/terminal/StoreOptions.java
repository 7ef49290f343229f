package io.mintmark.cli.terminal;

import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.engine.StorageEngines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A store by its URL; its password is never typed, since every process of the machine can read what is. */
public final class StoreOptions {
    private static final StoreSettings DEFAULT = StoreSettings.of("");

    @Option(
            names = "--store",
            paramLabel = "URL",
            converter = StoreUrl.class,
            description = "Keep all databases in PostgreSQL: jdbc:postgresql://HOST/DATABASE. Default: none")
    private @Nullable String url;

    @Option(
            names = "--store-user",
            paramLabel = "NAME",
            hidden = true,
            description = "User name for --store. Default: what its URL says")
    private @Nullable String user;

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            hidden = true,
            description = "File whose first line is the password for --store." + " Default: the variable "
                    + Variables.STORE_PASSWORD)
    private @Nullable Path passwordFile;

    @Option(
            names = "--store-schema",
            paramLabel = "NAME",
            hidden = true,
            description = "Schema of --store that holds the tables; created if missing. Default: mintmark")
    private @Nullable String schema;

    @Option(
            names = "--store-connections",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Most connections to --store, beside the one of the heartbeat. Default: 16")
    private @Nullable Integer connections;

    @Option(
            names = "--store-connect-timeout",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "Longest wait for a connection to --store. Default: 5s")
    private @Nullable Duration connectTimeout;

    /** Returns the store, if one is asked for; refuses what says how and not where. */
    public Optional<StoreSettings> settings(CommandLine command, Variables variables) {
        Optional<String> password = variables.storePassword();
        if (url == null) {
            refuseWithoutStore(command, password);
            return Optional.empty();
        }
        if (passwordFile != null && password.isPresent()) {
            throw new ParameterException(
                    command,
                    "the password of --store is given twice: unset " + Variables.STORE_PASSWORD
                            + ", or leave --store-password-file out");
        }
        StoreSettings settings = StoreSettings.of(url)
                .withSchema(Objects.requireNonNullElse(schema, DEFAULT.schema()))
                .withConnections(Objects.requireNonNullElse(connections, DEFAULT.connections()))
                .withConnectTimeout(Objects.requireNonNullElse(connectTimeout, DEFAULT.connectTimeout()));
        settings = user == null ? settings : settings.withUser(user);
        settings = passwordFile == null ? settings : settings.withPasswordFile(passwordFile);
        return Optional.of(password.isEmpty() ? settings : settings.withPassword(password.get()));
    }

    private void refuseWithoutStore(CommandLine command, Optional<String> password) {
        new DependentOptions()
                .and("--store-user", user)
                .and("--store-password-file", passwordFile)
                .and("--store-schema", schema)
                .and("--store-connections", connections)
                .and("--store-connect-timeout", connectTimeout)
                .and("the variable " + Variables.STORE_PASSWORD, password.orElse(null))
                .refuse(
                        command,
                        "--store: without one the server keeps everything in the directory of --data; give the URL");
    }

    /** Where the databases are, for the log. */
    public static String shown(String url) {
        return JdbcSecrets.hide(url.replaceFirst("\\?.*", ""));
    }

    /** A URL of a store that an engine has, without a password. */
    static final class StoreUrl implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (JdbcSecrets.isIn(text)) {
                throw new BadValueException("must not hold a password, which every process of this machine could read:"
                        + " give it by " + Variables.STORE_PASSWORD + " or --store-password-file");
            }
            if (!StorageEngines.isStore(text)) {
                throw new BadValueException(
                        StorageEngines.rule() + ", but is '" + text + "': write " + StorageEngines.example());
            }
            return text;
        }
    }
}
