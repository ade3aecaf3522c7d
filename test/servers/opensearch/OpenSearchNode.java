import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** One node of OpenSearch on the loopback address, with what a distribution brings as modules: FOLDER PORT. */
public class OpenSearchNode extends Node {
  private OpenSearchNode(Settings settings) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"),
        List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class),
        false);
  }

  public static void main(String[] args) throws Exception {
    Settings settings =
        Settings.builder()
            .put("path.home", Path.of(args[0]).toAbsolutePath())
            .put("cluster.name", "claimgate-test")
            .put("discovery.type", "single-node")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("network.host", "127.0.0.1")
            .put("http.port", args[1])
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    new OpenSearchNode(settings).start();
    Thread.currentThread().join();
  }
}
