package io.mintmark.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.AsciiJson;
import io.mintmark.cli.terminal.CallOptions;
import io.mintmark.cli.terminal.Caller;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.FailureText;
import io.mintmark.protocol.PlainRoutes;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark leases}: who got which numbers of a counter, as a server knows it. */
@Command(
        name = "leases",
        description = {
            "Prints who got which numbers of a counter, the newest range first, or who got one number.",
            "It asks a server, which must run. To read is enough."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:printed, also where it is not known who got the number",
            "1:the server cannot be reached, or refuses",
            "2:wrong usage"
        },
        footerHeading =
                "%nRETURNED is the last number that was used of a range whose rest was given back. A range *ahead*"
                        + " is one that%na node reserved for its clients to come. The variable MINTMARK_TOKEN has the bearer"
                        + " token for a server that%nasks who calls.%n%nExamples:%n",
        footer = {
            "  mintmark leases orders --database shop",
            "  mintmark leases orders --number 1234 --database shop --server https://ids.lan:8443"
        })
public final class LeasesCommand implements Callable<Integer> {
    private static final String LINE = "%-19s %16s %16s  %-4s  %-30s  %-16s %-6s %s";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "COUNTER", description = "The counter, which its ids begin with.")
    private String counter = "";

    @Option(
            names = "--database",
            paramLabel = "NAME",
            required = true,
            description = "The database that has the counter.")
    private String database = "";

    @Option(
            names = "--number",
            paramLabel = "N",
            converter = Amounts.Numbers.class,
            description = "Print who got this number, as it stands in an id behind the counter's name.")
    private @Nullable Long number;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Amounts.Page.class,
            description = "Print so many ranges at most, up to 1000. Default: ${DEFAULT-VALUE}")
    private int limit = 20;

    @Option(names = "--json", description = "Print what the server answers, one JSON document.")
    private boolean json;

    @Option(
            names = "--server",
            paramLabel = "URL",
            converter = Values.HttpUrl.class,
            description = "The server, at any of its nodes. Default: ${DEFAULT-VALUE}")
    private URI server = URI.create("http://127.0.0.1:8080");

    @Mixin
    private final CallOptions calls = new CallOptions();

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Long asked = number;
        if (asked != null && command.getParseResult().hasMatchedOption("--limit")) {
            throw new ParameterException(
                    command, "--limit needs a list of ranges, and --number asks for one: leave one out");
        }
        String path = asked == null
                ? path(PlainRoutes.LEASES) + "?limit=" + limit
                : path(PlainRoutes.NUMBER).replace("{number}", asked.toString());
        String reply = ask(calls.caller(command, server, PATIENCE), path);
        PrintWriter out = command.getOut();
        if (json) {
            out.println(AsciiJson.of(reply));
        } else if (asked == null) {
            JsonNode leases = read(reply).path("leases");
            print(leases, out);
            if (leases.isEmpty()) {
                tellNone(command.getErr());
            }
        } else {
            out.println(OneLine.of(read(reply).path("text").asText()));
        }
        out.flush();
        return ExitCode.OK;
    }

    private String path(String pattern) {
        return pattern.replace("{db}", encoded(database)).replace("{counter}", encoded(counter));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String ask(Caller caller, String path) {
        HttpResponse<String> reply;
        try {
            reply = caller.send(caller.request(path).GET().build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new MintmarkException(
                    "The server " + server + " cannot be reached (" + FailureText.of(e)
                            + "): start it, or name another one by --server.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MintmarkException("Interrupted while the server " + server + " was asked: ask again.", e);
        }
        if (reply.statusCode() != 200) {
            throw new MintmarkException("The server " + server + " refuses (status " + reply.statusCode() + "): "
                    + read(reply.body()).path("detail").asText("is it a Mintmark server?")
                    + remedy(reply.statusCode()));
        }
        return reply.body();
    }

    private static String remedy(int status) {
        return status == 401 || status == 403
                ? " The bearer token comes from " + Variables.TOKEN + ", or the certificate from --own-certificate."
                : "";
    }

    private JsonNode read(String reply) {
        try {
            return new ObjectMapper().readTree(reply);
        } catch (JsonProcessingException e) {
            throw new MintmarkException("The server " + server + " answers with no JSON: is it a Mintmark server?", e);
        }
    }

    /** A name that was mistyped looks like a counter that nobody used. */
    private void tellNone(PrintWriter err) {
        err.println(OneLine.of(
                "mintmark: no range of " + counter + " is on record in the database " + database + ": check the name"));
        err.flush();
    }

    private static void print(JsonNode leases, PrintWriter out) {
        out.println(line("SERIAL", "FIRST", "LAST", "NODE", "RESERVED", "PRINCIPAL", "KIND", "CLIENT, RETURNED"));
        for (JsonNode lease : leases) {
            String returned =
                    lease.has("returned") ? " " + lease.path("returned").asText() : "";
            out.println(OneLine.of(line(
                    lease.path("serial").asText(),
                    lease.path("first").asText(),
                    lease.path("last").asText(),
                    lease.path("node").asText(),
                    lease.path("reserved").asText(),
                    lease.path("principal").asText("-"),
                    lease.path("ahead").asBoolean() ? "ahead" : "range",
                    lease.path("client").asText("-") + returned)));
        }
    }

    private static String line(Object... columns) {
        return String.format(Locale.ROOT, LINE, columns).stripTrailing();
    }
}
