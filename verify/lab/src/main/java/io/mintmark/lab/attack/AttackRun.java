package io.mintmark.lab.attack;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.SelfSigned;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code verify/lab/attack}: attacks a server and reports what good clients felt of it. */
@Command(
        name = "verify/lab/attack",
        description =
                "Attacks a server with thousands of hostile clients, then with ten times the requests that it can answer, and "
                        + "reports how good clients fared: in about six minutes, in one and a half with --short, in half a minute and "
                        + "with few hostile clients with --quick.")
final class AttackRun extends LabCommand {
    @Mixin
    private AttackOptions options = new AttackOptions();

    @Parameters(
            paramLabel = "-- OPTION",
            description = "After --: options of the server. Those that begin with -X go to its JVM, all others to"
                    + " \"mintmark serve\".")
    private List<String> given = List.of();

    private AttackRun() {
        super(Path.of(System.getProperty("java.io.tmpdir")));
    }

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        List<String> jvm = jvm(given);
        List<String> serve = new ArrayList<>(
                given.stream().filter(word -> !word.startsWith("-X")).toList());
        if (options.isTls()) {
            serve.addAll(SelfSigned.make(directory.fresh("certificate")).options());
        }
        conditions
                .add("Server", "mintmark serve " + String.join(" ", serve))
                .add("JVM flags of the server", String.join(" ", jvm));
        try {
            AttackReport report = Attack.run(options, directory.made("attack"), jvm, serve);
            conditions.print(options.effort());
            System.out.println(report.markdown());
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
        return 0;
    }

    /** Another heap goes in the place of the usual one: the least of one and the most of the other need not fit. */
    private static List<String> jvm(List<String> given) {
        List<String> jvm = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"));
        if (given.stream().noneMatch(word -> word.startsWith("-Xm"))) {
            jvm.addAll(List.of("-Xms512m", "-Xmx512m"));
        }
        given.stream().filter(word -> word.startsWith("-X")).forEach(jvm::add);
        return jvm;
    }
}
