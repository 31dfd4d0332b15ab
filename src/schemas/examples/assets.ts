/** Specification 6: the first page of a group. `AssetType`, `Status` and the form of the times are illustrative. */
export const assetPage = {
  request: { Filter: { GroupId: "generated-images" }, PageNumber: 1, PageSize: 20 },
  response: {
    Items: [
      {
        Id: "asset-17",
        GroupId: "generated-images",
        Name: "lighthouse-at-dusk.png",
        AssetType: "image",
        URL: "https://example.com/assets/asset-17",
        Status: "ready",
        CreateTime: "2024-05-01 10:00:00",
        UpdateTime: "2024-05-01 10:00:00"
      }
    ],
    PageNumber: 1,
    PageSize: 20,
    TotalCount: 1
  }
}
